/** Where ads may stand (docs/product.md, Ads): below the player, between rows of the home page, beside a game, after a blog post. */
export const AD_PLACES = ['below-player', 'home-row', 'game-side', 'blog-end'] as const

export type AdPlace = (typeof AD_PLACES)[number]

/** The ad network, as pages need it. */
export type AdSettings = {
  /** The publisher's id. */
  client: string
  /** Its units by their places, where the operator named them. */
  units: { [Place in AdPlace]?: string | undefined }
  /** The address of the network's script. */
  script: string
}
