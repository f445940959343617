/**
 * Slots for ads (docs/product.md#ads): below the player, between rows of the home page, next to a game, after a blog
 * post.
 */
export const AD_SLOTS = ['below-player', 'home-row', 'game-side', 'blog-end'] as const

export type AdSlotName = (typeof AD_SLOTS)[number]

/** Settings of the ad network that pages need. */
export type AdSettings = {
  /** The publisher's id. */
  client: string
  /** Ad units by slot, if the operator set them. */
  units: { [Menu in AdSlotName]?: string | undefined }
  /** The address of the network's script. */
  script: string
}
