/**
 * Whether a browser asks for a whole page by itself, as it does for a form without our script: then an action answers
 * with a redirect. Our script asks for data.
 */
export function wantsPage(request: Request): boolean {
  return request.headers.get('accept')?.includes('text/html') ?? false
}
