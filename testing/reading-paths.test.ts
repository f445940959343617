import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/**
 * The files that one opens to understand a feature, from `routes.ts` to its SQL and back to its screen, without what many
 * features share (buttons, messages, addresses). A path that grows is a design to look at again, not a number to raise.
 */
const APP = path.join(import.meta.dirname, '../app')
const LINES = 250

const PATHS: [string, number, string[]][] = [
  [
    'the page of a game',
    5,
    [
      'routes.ts',
      'play/game.page.tsx',
      'play/load-game.server.ts',
      'games/catalogue/find-game.server.ts',
      'play/game-text.tsx',
    ],
  ],
  [
    'the board',
    6,
    [
      'routes.ts',
      'community/board/board.page.tsx',
      'community/board/list-posts.server.ts',
      'community/board/find-posts.server.ts',
      'community/board/board-posts.tsx',
      'community/board/post-card.tsx',
    ],
  ],
  [
    'a wish',
    8,
    [
      'routes.ts',
      'wishlist/entry.route.ts',
      'wishlist/wishlist.server.ts',
      'play/game.page.tsx',
      'wishlist/wish-button.tsx',
      'wishlist/use-wish.ts',
      'wishlist/wish-store.ts',
      'forms/use-action.ts',
    ],
  ],
  [
    'a purchase',
    10,
    [
      'routes.ts',
      'shop/purchase.route.ts',
      'shop/buy-item.server.ts',
      'credits/ledger.server.ts',
      'shop/shop-rules.ts',
      'shop/shop.page.tsx',
      'shop/look-card.tsx',
      'shop/buy-form.tsx',
      'shop/use-shop.ts',
      'forms/use-action.ts',
    ],
  ],
  [
    'a comment that earns credits',
    15,
    [
      'routes.ts',
      'community/posts/post.page.tsx',
      'community/comments/count-comment.server.ts',
      'community/comments/add-comment.server.ts',
      'community/posts/open-post.server.ts',
      'community/comments/comment-rules.ts',
      'credits/award-written.server.ts',
      'credits/credit-rules.ts',
      'credits/ledger.server.ts',
      'community/comments/comment-list.tsx',
      'community/comments/comment-form.tsx',
      'forms/form.tsx',
      'forms/send-form.ts',
      'community/comments/comments.server.ts',
      'community/comments/comment-item.tsx',
    ],
  ],
]

test.each(PATHS)('%s takes at most %i files to read', (_, most, files) => {
  expect(files.length).toBeLessThanOrEqual(most)
  const texts = files.map((file) => readFileSync(path.join(APP, file), 'utf8'))
  for (const [at, file] of files.entries()) {
    expect(texts[at]!.split('\n').length, file).toBeLessThanOrEqual(LINES)
    // The next file is always named by one that was opened before, so nobody has to search.
    if (at > 0)
      expect(
        files.slice(0, at).some((from, i) => importsOf(from, texts[i]!).includes(file)),
        file,
      ).toBe(true)
  }
  expect(texts.some((text) => /\bprepared(In)?[(<]|\bsql`|\.(select|insert|update|delete)\(/.test(text))).toBe(true)
})

/** The files of `app` that a file imports; `routes.ts` names pages by their paths. */
function importsOf(file: string, text: string): string[] {
  const named = [...text.matchAll(/(?:from |import\()'(\.[^']+)'/g)].map(([, to]) => path.join(path.dirname(file), to!))
  const routed =
    file === 'routes.ts' ? [...text.matchAll(/'([\w/-]+\.(?:page|route)\.tsx?)'/g)].map(([, to]) => to!) : []
  return [...named, ...routed].filter((one) => existsSync(path.join(APP, one)))
}
