/**
 * Thrown if a feed cannot be imported. The message completes a sentence about the feed: "is not JSON", "answered 404".
 */
export class FeedError extends Error {
  override name = 'FeedError'
}

/** A feed without any text, which is how some providers respond to a page beyond the last one. */
export class EmptyFeedError extends FeedError {
  constructor() {
    super('is empty')
  }
}
