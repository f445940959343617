import { expect, test } from 'vitest'
import { isWeakPassword } from './weak-passwords.server.ts'

const OWN = ['gina.smith', 'Gina Smith-Lamp', 'gina@mail.example']

test.each([
  ['common', ['123456', 'password', 'PassWord', 'qwerty', 'iloveyou', 'P@ssw0rd', 'umbrella']],
  ['with a year, digits or signs', ['Summer2026', 'dragon99', 'letmein!!', 'monkey1!']],
  ['the name of the site', ['playhall', 'Playhall1', 'PLAYHALL2026']],
  ['the player’s own', ['gina.smith', 'Gina2026', 'ginasmith', 'gina@mail.example']],
  ['repetitions and sequences', ['aaaaaaaa', 'abcabcabc', 'abcdefgh', '1qaz2wsx', '12051987', 'a'.repeat(128)]],
])('easy to guess: %s', async (_, passwords) => {
  for (const password of passwords) expect(await isWeakPassword(password, OWN), password).toBe(true)
})

test('a long password is judged by its first 20 characters', async () => {
  expect(await isWeakPassword(`${'ab1'.repeat(7)} and Xk3-mara`, OWN)).toBe(true)
  expect(await isWeakPassword(`2 Xk3-mara of lamps ${'a'.repeat(108)}`, OWN)).toBe(false)
  expect(await isWeakPassword('gina.smith-lamp@mail.example', ['gina.smith-lamp@mail.example'])).toBe(true)
})

test('several words, and words outside the lists, are not easy to guess', async () => {
  for (const password of ['correct horse', 'Xk3-mara', 'passwords of mine', 'a lamp in the hall', 'the same'])
    expect(await isWeakPassword(password, OWN), password).toBe(false)
})
