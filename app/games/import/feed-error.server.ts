/**
 * Thrown if a feed cannot be imported. The message completes a sentence about the feed: "is not JSON", "answered 404".
 */
export class FeedError extends Error {
  override name = 'FeedError'
}
