/** The id after which the comments of a page begin, by `?after=`; 0 for the first. What is no id is 0. */
export function afterOf(request: Request): number {
  const text = new URL(request.url).searchParams.get('after') ?? ''
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0
}
