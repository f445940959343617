import { boardHref } from './community-href.ts'

/**
 * The tags of a post, each linking to a search of the board. If there are more than `most`, it shows the number of the
 * others.
 */
export function PostTags({ tags, most = tags.length }: { tags: string[]; most?: number }) {
  if (!tags.length) return null
  const left = tags.length - most
  return (
    <ul className="post-tags" aria-label="Tags">
      {tags.slice(0, most).map((tag) => (
        <li key={tag}>
          <a className="chip" href={boardHref({ search: tag })}>
            {tag}
          </a>
        </li>
      ))}
      {left > 0 && <li className="chip">+{left}</li>}
    </ul>
  )
}
