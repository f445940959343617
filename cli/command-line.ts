import { styleText } from 'node:util'
import { Command, InvalidArgumentError } from 'commander'

/**
 * A program that explains itself: `--help`, and after a mistake what is wrong, what was probably meant, and the help. `name` is what
 * one types to run it.
 */
export function createProgram(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .configureHelp({
      subcommandTerm: (command) => command.name(),
      styleTitle: paint('bold'),
      styleOptionText: paint('cyan'),
      styleArgumentText: paint('cyan'),
      styleSubcommandText: paint('cyan'),
    })
    .configureOutput({ outputError: (text, write) => write(styleText('red', text, { stream: process.stderr })) })
    .helpOption('-h, --help', 'show this help')
    .showHelpAfterError()
}

/** For `createProgram`'s help: Commander removes the colours where the terminal, or NO_COLOR, wants none. */
function paint(colour: 'bold' | 'cyan') {
  return (text: string) => styleText(colour, text, { validateStream: false })
}

/** Parses the value of an option that takes a whole number from 1. */
export function countFromOne(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.')
  return Number(text)
}

/** Prints what went wrong, and gives the exit code. One line, whatever characters someone has typed. */
export function complain(message: string): number {
  console.error(message.replace(/\p{Cc}+/gu, ' '))
  return 1
}
