/** Returns the id in `?after=`, after which the comments of a page begin; 0 if it is missing or not an id. */
export function afterOf(request: Request): number {
  const text = new URL(request.url).searchParams.get('after') ?? ''
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0
}
