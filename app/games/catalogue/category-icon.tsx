import sprite from './category-icons.svg?url'

const DRAWN = new Set(
  `new popular original multiplayer 2-player action adventure basketball beauty bike car racing driving card casual
   arcade clicker controller dress-up escape flash fps horror mahjong minecraft pool puzzle shooting soccer sports
   stickman tower-defense italian-brainrot`.split(/\s+/),
)

/**
 * The icon of a category or collection, by its slug. It refers to one file that all pages share: inline, the forty
 * icons of sidebar and menu would be a fifth of every page.
 */
export function CategoryIcon({ slug }: { slug: string }) {
  return (
    <svg className="icon" aria-hidden="true">
      <use href={`${sprite}#${DRAWN.has(slug) ? slug : 'game'}`} />
    </svg>
  )
}
