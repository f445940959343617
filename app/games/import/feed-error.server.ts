/** A feed that cannot be imported. Its message is what a line says of the feed: "is not JSON", "answered 404". */
export class FeedError extends Error {
  override name = 'FeedError'
}
