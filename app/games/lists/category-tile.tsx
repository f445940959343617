import { CategoryIcon } from '../catalogue/category-icon.tsx'
import { categoryHref } from '../catalogue/games-href.ts'

export type CategoryTileProps = {
  name: string
  slug: string
  badge?: string | undefined
  label: string
  picture?: string | undefined
}

/** A category with its icon, name, a line below and a slanted picture on the right. */
export function CategoryTile({ name, slug, badge, label, picture }: CategoryTileProps) {
  return (
    <a className="tile" href={categoryHref(slug)}>
      <CategoryIcon slug={slug} />
      <span>
        {name}
        <small>{label}</small>
      </span>
      {picture && <img src={picture} alt="" width="160" height="90" loading="lazy" fetchPriority="low" />}
      {badge && <span className={badge === 'HOT' ? 'badge badge-hot' : 'badge'}>{badge}</span>}
    </a>
  )
}
