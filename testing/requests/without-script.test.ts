import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CONTACT_DONE, FEEDBACK_DONE } from '../../app/contact/message-rules.ts'
import { awardCredits } from '../../app/credits/ledger.server.ts'
import { database } from '../../app/db/connection.server.ts'
import { posts } from '../../app/db/schema/community.server.ts'
import { messages } from '../../app/db/schema/messages.server.ts'
import { wishlistEntries } from '../../app/db/schema/wishlist.server.ts'
import { createBlogPost } from '../fixtures/blog-posts.ts'
import { createGame, createGames } from '../fixtures/games.ts'
import { type Actor, createActor, givePassword, NOT_NEW, signIn } from '../fixtures/players.ts'
import { createPost } from '../fixtures/posts.ts'
import { type BuiltPortal, startBuiltPortal } from '../portal/built-portal.ts'
import { openPlainBrowser } from './plain-browser.ts'

/** Journeys without script: follow the links and send the forms that the markup contains. */

let portal: BuiltPortal
let picture: File
beforeAll(async () => {
  portal = await startBuiltPortal()
  await createGame({ slug: 'ladders-snails', title: 'Ladders & Snails', categories: ['Shooting'] })
  await createGame({ slug: 'lamplighter', title: 'Lamplighter', isOriginal: true, provider: 'own' })
  await createGames(Array.from({ length: 150 }, () => ({ categories: ['Puzzle'] })))
  const teal = await sharp({ create: { width: 320, height: 240, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  picture = new File([new Uint8Array(teal)], 'face.png', { type: 'image/png' })
})
afterAll(() => portal?.stop())

const PASSWORD = 'correct horse'

/** Opens a page as a signed-in player or as a visitor. */
async function open(at: string, as?: Actor) {
  const browser = openPlainBrowser(portal, as?.cookie)
  await browser.goto(at)
  return browser
}

test('a visitor finds games by search, page and category', async () => {
  const browser = await open('/')
  await browser.enter('Search games', 'ladders')
  expect(browser.at()).toBe('/games?q=ladders')
  expect(browser.words()).toContain('Ladders & Snails')
  await browser.goto('/games')
  await browser.follow('Page 2')
  expect(browser.at()).toBe('/games?page=2')
  await browser.follow('Shooting')
  expect(browser.textsOf('h1')).toEqual(['Shooting Games'])
  await browser.goto('/games/ladders-snails')
  expect(browser.text()).toContain('<noscript><p>Games need JavaScript.')
})

test('a visitor reads a blog post and returns to the list', async () => {
  const { title } = await createBlogPost({ title: 'How to host a hall', content: '<h2>Before you open</h2>' })
  const browser = await open('/blog')
  await browser.follow(title)
  expect(browser.textsOf('h1')).toEqual([title])
  expect(browser.textsOf('h2')).toContain('Before you open')
  await browser.follow('Back to Blog')
  expect(browser.at()).toBe('/blog')
})

test('a link into a text leads to its section', async () => {
  const browser = await open('/help')
  await browser.follow('Safety')
  expect(browser.at()).toBe('/help#safety')
  expect(browser.text()).toMatch(/<(h2|section)[^>]* id="safety"/)
})

test('a visitor searches, pages and reads the board', async () => {
  const author = await createActor()
  for (let at = 1; at <= 21; at++)
    await createPost({
      playerId: author.id,
      title: `Zebra ${at}`,
      content: `${'What I saw there was long. '.repeat(at === 21 ? 12 : 2)}The end of ${at}.`,
      type: at % 2 ? 'question' : 'discussion',
    })
  const browser = await open('/community?type=question')
  const titles = () => browser.textsOf('h2').filter((title) => title.startsWith('Zebra'))
  await browser.enter('Search posts', 'zebra')
  expect(browser.at()).toBe('/community?type=question&search=zebra')
  expect(titles()).toHaveLength(11)
  await browser.follow('All Posts')
  const all = browser.at()
  expect(titles()).toHaveLength(20)
  expect(browser.words()).not.toContain('The end of 21.')
  await browser.follow('Read more')
  expect(browser.words()).toContain('The end of 21.')
  await browser.goto(all)
  await browser.follow('Load more')
  expect(titles()).toEqual(['Zebra 1'])
  await browser.follow('Show previous posts')
  expect(titles()).toHaveLength(20)
})

test('a player writes a post with a picture and edits it', async () => {
  const browser = await open('/community', await createActor(NOT_NEW))
  await browser.follow('New Post')
  await browser.press('Create Post', { Title: 'Gate four' })
  expect([browser.status(), browser.words()]).toEqual([400, expect.stringContaining('Content is required')])
  await browser.press('Create Post', {
    Content: 'Brake before the puddle.',
    Tags: 'racing, retro',
    Game: 'Lamplighter',
    Picture: picture,
  })
  expect(browser.at()).toMatch(/^\/community\/\d+$/)
  expect(browser.textsOf('h1')).toEqual(['Gate four'])
  for (const words of ['Your post has been created successfully.', 'retro', 'Lamplighter Play'])
    expect(browser.words()).toContain(words)
  expect(browser.text()).toContain('class="post-media"')
  await browser.follow('Edit')
  await browser.press('Save', { 'Keep the current picture': false })
  expect(browser.words()).toContain('Your post has been changed.')
  expect(browser.text()).not.toContain('class="post-media"')
})

test('a player likes and comments on a post, edits and deletes the comment, and deletes the post', async () => {
  const author = await createActor()
  const { id } = await createPost({ playerId: author.id, title: 'All nine doors' })
  const browser = await open(`/community/${id}`, author)
  await browser.press('0 likes')
  expect(browser.at()).toBe(`/community/${id}#like-${id}`)
  await browser.press('Comment', { 'Your comment': 'Frist' })
  expect(browser.at()).toMatch(/#comment-\d+$/)
  expect(browser.words()).toContain('1 like')
  await browser.follow(/^Edit your comment/)
  await browser.press('Save', { 'Your comment': '' })
  expect([browser.status(), browser.words()]).toEqual([400, expect.stringContaining('Comment cannot be empty')])
  await browser.press('Save', { 'Your comment': 'First' })
  expect(browser.words()).toMatch(/edited.*First/)
  await browser.follow(/^Delete your comment/)
  expect(browser.textsOf('h1', 'h2')).toContain('Are you sure you want to delete this comment?')
  await browser.press('Delete')
  expect(browser.words()).toContain('No comments yet.')
  await browser.follow('Delete Post')
  await browser.press('Delete Post')
  expect(browser.at()).toBe('/community')
})

test('a name links to its player, who can be blocked and unblocked there', async () => {
  const author = await createActor({ fullName: 'Mara Voss' })
  const { id } = await createPost({ playerId: author.id, title: 'Past gate four' })
  const wished = await createGames(Array.from({ length: 3 }, () => ({})))
  const values = wished.map((game) => ({ playerId: author.id, gameId: game.id }))
  await database().insert(wishlistEntries).values(values)
  const browser = await open(`/community/${id}`, await createActor())
  await browser.follow(author.username)
  expect(browser.at()).toBe(`/players/${author.username}`)
  const tab = /href="(\/players\/[^"]*\?tab=wishlist)"/.exec(browser.text())![1]!
  await browser.goto(tab)
  for (const game of wished) expect(browser.words()).toContain(game.title)
  await browser.follow('Block')
  await browser.press(`Block ${author.username}`)
  expect(browser.textsOf('h1', 'h2')).toContain(`You have blocked ${author.username}`)
  await browser.press(`Unblock ${author.username}`)
  expect(browser.words()).toContain('Past gate four')
})

test('a player reports a post, and an operator removes it', async () => {
  const { id } = await createPost({ title: 'Lamps for sale' })
  const reporter = await open(`/community/${id}`, await createActor())
  await reporter.follow(/^Report the post/)
  await reporter.press('Send the report')
  expect([reporter.status(), reporter.words()]).toEqual([400, expect.stringContaining('Please choose a reason')])
  await reporter.press('Send the report', { 'Spam or advertising': true })
  expect(reporter.textsOf('h1', 'h2')).toContain('Thank you. An operator will review it')
  await reporter.follow('Go back')
  expect(reporter.at()).toBe(`/community/${id}`)

  const operator = await open(`/admin/moderation/decision?kind=post&id=${id}`, await createActor({ role: 'operator' }))
  await operator.press('Remove it')
  expect([operator.status(), operator.words()]).toEqual([400, expect.stringContaining('Please give a reason')])
  await operator.press('Remove it', { 'Reason for removing it': 'Advertising' })
  expect(operator.at()).toBe('/admin/moderation')
  expect(operator.words()).toContain('Removed. Its author sees the reason')
  expect((await database().select().from(posts).where(eq(posts.id, id)))[0]?.state).toBe('removed')
})

test('a message to the operators reports missing fields and preserves the text', async () => {
  const browser = await open('/contact')
  await browser.press('Send Message', { Subject: 'Nine lamps' })
  expect([browser.status(), browser.words()]).toEqual([400, expect.stringContaining('Name is required')])
  // The subject is preserved.
  await browser.press('Send Message', {
    Name: 'Ada',
    Email: 'ada@mail.example',
    Category: 'Partnership',
    Message: 'Shall we?',
  })
  expect(browser.words()).toContain(CONTACT_DONE)
  expect(browser.text()).not.toContain('value="Nine lamps"')
  await browser.goto('/feedback')
  await browser.press('Send Feedback', { 'Feedback Type': 'Suggestion', Message: 'More lamps' })
  expect(browser.words()).toContain(FEEDBACK_DONE)
  expect(await database().select().from(messages).orderBy(messages.id)).toMatchObject([
    { subject: 'Nine lamps', category: 'partnership', email: 'ada@mail.example' },
    { kind: 'feedback', content: 'More lamps' },
  ])
})

test('an operator replies to a message, adds a note, closes it and finds it again', async () => {
  const values = { kind: 'contact', category: 'report', content: 'The lamps stay dark', dueAt: new Date(0) } as const
  const [message] = await database()
    .insert(messages)
    .values({ ...values, email: 'berit@mail.example' })
    .returning()
  const at = `/admin/inbox/${message!.id}`
  const browser = await open(at, await createActor({ role: 'operator' }))
  await browser.press('Send reply', { 'Reply to berit@mail.example': 'In the attic' })
  expect(browser.words()).toContain('Reply saved. Its delivery status is shown below it')
  await browser.press('Save note')
  expect([browser.status(), browser.words()]).toEqual([400, expect.stringContaining('Please write a note')])
  await browser.press('Save note', { Note: 'Third time this week' })
  expect(browser.at()).toBe(at)
  await browser.press('Close the message')
  expect(browser.words()).toContain('Closed')
  await browser.goto('/admin/inbox?list=closed')
  await browser.press('Find', { About: 'Report a problem' })
  expect(browser.at()).toMatch(/list=closed&about=contact\.report/)
  expect(browser.text()).toContain(`href="${at}?list=closed`)
})

test('everything on the account page works', async () => {
  const player = await createActor()
  await givePassword(player, PASSWORD)
  await signIn(player)
  const browser = await open('/', player)
  await browser.follow(/Your menu/)
  expect(browser.at()).toBe('/account')

  await browser.press('Upload', { 'Upload picture': picture })
  expect(browser.words()).toContain('Profile picture updated!')
  expect(browser.text()).toMatch(/class="user-trigger.*?\/files\/profile_pictures\//s)
  await browser.press('Upload')
  expect(browser.words()).toContain('You must select an image to upload.')
  await browser.press('Remove picture')
  expect(browser.text()).not.toContain('/files/profile_pictures/')

  await browser.follow('Edit Profile')
  await browser.press('Save Changes', { Username: 'x', 'Full Name': 'Typed' })
  expect(browser.words()).toContain('Username must be at least 3 characters')
  // The full name is preserved.
  await browser.press('Save Changes', { Username: `plain_${player.username}` })
  for (const words of ['Profile updated!', 'Typed']) expect(browser.words()).toContain(words)

  await browser.press('Change password', { 'Current password': PASSWORD, 'New password': 'short' })
  expect([browser.at(), browser.words()]).toEqual([
    '/account/password',
    expect.stringContaining('Password must be at least 6 characters'),
  ])
  await browser.goto('/account')
  await browser.follow('End all others')
  await browser.press('End', { 'Current password': PASSWORD })
  expect(browser.words()).toContain('All other sessions ended')

  await browser.follow('Delete my account')
  await browser.press('Delete my account', {
    'Type your username to confirm': `plain_${player.username}`,
    'Current password': PASSWORD,
  })
  expect(browser.textsOf('h1')).toEqual(['Your account is deleted'])
  await browser.goto('/account')
  expect(browser.at()).toBe('/login?next=%2Faccount')
})

test('a visitor signs up, signs out and signs in', async () => {
  const email = 'plain_mara@mail.example'
  const browser = await open('/signup')
  await browser.press('Create Account', {
    Username: 'plain_mara',
    Email: email,
    Password: PASSWORD,
    'I agree to the Terms and the Privacy Policy': true,
  })
  expect(browser.at()).toBe('/')
  await browser.goto('/logout')
  await browser.press('Logout')
  expect(browser.at()).toBe('/login')
  await browser.press('Sign in', { Email: email, Password: 'wrong password' })
  expect([browser.status(), browser.words()]).toEqual([401, expect.stringContaining('Wrong email or password')])
  // The address is preserved.
  await browser.press('Sign in', { Password: PASSWORD })
  expect(browser.at()).toBe('/')
  expect(browser.text()).not.toContain('class="button header-login')
  expect(browser.textsOf('a')).toContainEqual(expect.stringMatching(/Your menu, @plain_mara/))
})

test('without Google settings there is no Google button', async () => {
  for (const at of ['/login', '/signup']) {
    const browser = await open(at)
    expect(browser.textsOf('button')).toContainEqual(expect.stringMatching(/^(Sign in|Create Account)$/))
    expect(browser.textsOf('button', 'a').filter((name) => name.includes('Google'))).toEqual([])
  }
})

test('the wheel is a form, and the page shows the prize', async () => {
  const browser = await open('/rewards', await createActor())
  await browser.press('Spin the wheel')
  expect(browser.at()).toBe('/rewards')
  expect(browser.words()).toMatch(/Today’s spin gave you \d+ credits.*Next spin in/)
})

test('a player buys and wears an item', async () => {
  const player = await createActor()
  const award = { playerId: player.id, activity: 'spin', credits: 100, key: 'spin:x' } as const
  await database().transaction((tx) => awardCredits(tx, award))
  const browser = await open('/rewards/shop', player)
  await browser.press('Buy for 60: House Lights')
  // 10 of the credits are for the day's first visit, which the shop itself does not count.
  expect(browser.words()).toMatch(/House Lights frame is yours\. You have \d0 credits left\./)
  await browser.press('Use: House Lights')
  expect(browser.text()).toMatch(/class="user-trigger.*?data-frame="frame-bulbs"/s)
})

test('a player reads the wishlist, and no card has a dead button', async () => {
  const browser = await open('/', await createActor())
  expect(browser.text()).not.toContain('card-action')
  await browser.goto('/wishlist')
  expect(browser.words()).toContain('Your wishlist is empty')
})
