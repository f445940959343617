import type { z } from 'zod'

/**
 * The JSON of a request's body as a schema names it; fields that it does not name are dropped. Throws a 400 Response, whose
 * text a person understands, where it is anything else.
 */
export async function readJson<Schema extends z.ZodType>(request: Request, schema: Schema): Promise<z.output<Schema>> {
  const sent: unknown = await request.json().catch(() => undefined)
  const parsed = schema.safeParse(sent)
  if (parsed.success) return parsed.data
  throw plain(400, 'That could not be read. Please load the page again.')
}

/** An answer of one sentence. */
export function plain(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(text, { status, headers: { 'Content-Type': 'text/plain; charset=utf-8', ...headers } })
}
