import { createPicturedGame } from '../fixtures/games.ts'
import { createPost } from '../fixtures/posts.ts'
import { createPlayer } from '../fixtures/players.ts'
import { expectToFit } from './accessibility.ts'
import { signedInPlayer } from './players.ts'
import { answerGames, expect, test } from './test.ts'

const WORD = 'W'.repeat(90)

// Includes the page of an unknown address.
test.use({ expectedErrors: [/404/] })

test('a word longer than its line makes no page wider than the screen', async ({ page, context }) => {
  await answerGames(page)
  await signedInPlayer(context, { username: 'W'.repeat(29), fullName: '' })
  const game = await createPicturedGame({
    title: `${WORD} Game`,
    tags: [WORD],
    description: WORD,
    howToPlay: WORD,
  })
  const author = await createPlayer({ username: 'w'.repeat(30), fullName: 'W'.repeat(60) })
  const post = await createPost({ playerId: author.id, gameId: game.id, title: WORD, content: WORD })
  for (const path of [
    `/games?q=${WORD}`,
    `/games?filter=${WORD}`,
    `/category/${WORD}`,
    `/tags?tags=${WORD}`,
    `/games/${game.slug}`,
    `/community?q=${WORD}`,
    `/community/${post.id}`,
    `/reports/new?kind=post&id=${post.id}`,
    `/players/${author.username}?asks=block`,
    `/${WORD}`,
  ]) {
    await page.goto(path)
    await expectToFit(page, [320, 390], path)
  }
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  const menu = page.getByRole('navigation', { name: 'Menu' })
  expect(await menu.evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0)
})
