/** A feed that cannot be imported. The message completes a line about the feed: "is not JSON", "answered 404". */
export class FeedError extends Error {
  override name = 'FeedError'
}
