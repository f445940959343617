import { signedInPlayer } from './players.ts'
import { SCORE_PAGE, zipOf } from '../fixtures/zips.ts'
import { expect, test } from './test.ts'

/** A game whose picture WebGL or a canvas could not use in an opaque origin, unless the bridge requests it so. */
const PICTURED = SCORE_PAGE.replace(
  '</script>',
  `
  const picture = new Image()
  picture.onload = () => { pen.drawImage(picture, 0, 0); pen.getImageData(0, 0, 1, 1); document.body.dataset.drawn = 'yes' }
  picture.src = 'dot.svg'
  </script>`,
)
const DOT = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9" fill="red"/></svg>'

test('an operator uploads a game, takes its picture and publishes it; it keeps its score when reloaded', async ({
  page,
  context,
}) => {
  await signedInPlayer(context, { role: 'operator' })
  await page.goto('/admin/games/new')
  const zip = zipOf([['lamps/index.html', PICTURED], ['lamps/dot.svg', DOT]]) // prettier-ignore
  await page.getByLabel('Game zip file').setInputFiles({ name: 'lamps.zip', mimeType: 'application/zip', buffer: zip })
  await page.getByLabel('Title').fill('Uploaded Lamps')
  await page.getByRole('combobox', { name: 'Categories' }).fill('Puzzle')
  await page.getByRole('option', { name: 'Puzzle' }).click()
  await page.getByRole('button', { name: 'Add the game' }).click()
  const game = page.frameLocator('iframe[title="Uploaded Lamps"]')
  await expect(game.getByText('Score 1')).toBeVisible()
  await expect(game.locator('body')).toHaveAttribute('data-drawn', 'yes')

  await page.getByRole('button', { name: 'Use this moment as the picture' }).click()
  await expect(page.getByText('Picture from the game.png is stored and used when you save')).toBeVisible()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Saved. Visitors see it once the game is public')).toBeVisible()
  await expect(page.locator('.managed-head img')).toHaveAttribute('src', /^\/files\/game_pictures\//)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('Published. All lists show it now')).toBeVisible()

  await page.goto('/games/uploaded-lamps')
  // It was played in the preview, whose data is the same.
  const score = Number(/\d+/.exec(await game.getByText(/^Score \d+$/).innerText())?.[0])
  expect(score).toBeGreaterThan(1)
  await page.reload()
  await expect(game.getByText(`Score ${score + 1}`)).toBeVisible()
  await game.locator('body').evaluate(() => void setTimeout(() => location.reload()))
  await expect(game.getByText(`Score ${score + 2}`)).toBeVisible()
})
