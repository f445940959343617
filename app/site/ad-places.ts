/**
 * Places for ads (docs/product.md, Ads): below the player, between rows of the home page, next to a game, after a blog
 * post.
 */
export const AD_PLACES = ['below-player', 'home-row', 'game-side', 'blog-end'] as const

export type AdPlace = (typeof AD_PLACES)[number]

/** The ad network's settings that pages need. */
export type AdSettings = {
  /** The publisher's id. */
  client: string
  /** Ad units by place, if the operator named them. */
  units: { [Place in AdPlace]?: string | undefined }
  /** The address of the network's script. */
  script: string
}
