import type { FeedSource } from './read-sample.server.ts'

/** Returns the parameters for the source of a feed in the address of the second step. */
export function sourceParams(source: FeedSource): Record<string, string> {
  return 'address' in source ? { address: source.address } : { file: source.fileKey, fileName: source.fileName }
}
