import { styleText } from 'node:util'
import { Command, InvalidArgumentError } from 'commander'

/**
 * Creates a program with `--help`. After a wrong argument, it prints the error, a suggestion and the help. `name` is
 * the command that the user types.
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

/**
 * Returns a function that colours text for `createProgram`'s help. Colours are always on: Commander removes them if the
 * terminal or NO_COLOR requires it.
 */
function paint(colour: 'bold' | 'cyan') {
  return (text: string) => styleText(colour, text, { validateStream: false })
}

/** Parses an option that must be a whole number of at least 1. Throws InvalidArgumentError. */
export function countFromOne(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.')
  return Number(text)
}

/** Prints an error on one line, even if it quotes input with control characters. Returns the exit code 1. */
export function printError(message: string): number {
  console.error(message.replace(/\p{Cc}+/gu, ' '))
  return 1
}
