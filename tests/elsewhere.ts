/** Pages that are linked to and come with other parts of the same release. Empty this list, and then remove it, as they come. */
export const ELSEWHERE = ['/blog', '/contact', '/feedback']
