import { href } from 'react-router'

/**
 * The places for links, each a bar, list or column. `headerMore` is in the header if there is room, otherwise in a
 * menu. `phone` is the menu below the large breakpoint, and `phoneOwn` comes after the player's part of that menu.
 */
type Menu =
  | 'header'
  | 'headerMore'
  | 'sidebar'
  | 'sidebarLists'
  | 'sidebarCategories'
  | 'phone'
  | 'phoneLists'
  | 'phoneOwn'
  | 'phoneCategories'
  | 'footerPlay'
  | 'footerPart'
  | 'footerLegal'
  | 'userMenu'

type Labels = Partial<Record<Menu, string>>

/** Icons of links (app/shell/link-icon.tsx). */
export type IconName = 'games' | 'originals' | 'wishlist' | 'account' | 'rewards' | 'shop' | 'notifications' | 'console'

/**
 * `in` contains the label for each place that links to the page. `sitemap` lists the page for search engines. Pages
 * that only some visitors may open are in the user menu, since the server caches the markup of all other places.
 */
type Page = { path: string; icon?: IconName; sitemap?: true } & (
  | { for?: undefined; in: Labels }
  | { for: 'players' | 'operators'; in: Pick<Labels, 'userMenu'> & { [Other in Exclude<Menu, 'userMenu'>]?: never } }
)

/**
 * The pages for links, for the sitemap and for the tests that visit every page, in the order of their links. To add a
 * page, add an entry here. If it has an icon, also add the drawing to shell/link-icon.tsx.
 */
export const PAGES: Page[] = [
  { path: href('/'), in: { phone: 'Home' }, sitemap: true },
  {
    path: href('/games'),
    icon: 'games',
    in: { header: 'Games', phone: 'Games', sidebar: 'All Games', footerPlay: 'All Games' },
    sitemap: true,
  },
  { path: href('/categories'), in: { phoneLists: 'All Categories', footerPlay: 'Categories' }, sitemap: true },
  {
    path: href('/originals'),
    icon: 'originals',
    in: { header: 'Originals', phone: 'Originals', sidebar: 'Originals', footerPlay: 'Originals' },
    sitemap: true,
  },
  { path: href('/tags'), in: { footerPlay: 'Tags' }, sitemap: true },
  {
    path: href('/community'),
    in: { header: 'Community', phone: 'Community', footerPart: 'Community' },
    sitemap: true,
  },
  { path: href('/blog'), in: { header: 'Blog', phone: 'Blog', footerPart: 'Blog' }, sitemap: true },
  {
    path: href('/how-to-play'),
    in: { header: 'Instructions', phone: 'How to Play?', footerPart: 'How to Play?' },
    sitemap: true,
  },
  { path: href('/help'), in: { phone: 'Help', footerPart: 'Help' }, sitemap: true },
  { path: href('/about'), in: { headerMore: 'About', phone: 'About', footerPart: 'About' }, sitemap: true },
  { path: href('/feedback'), in: { headerMore: 'Feedback', phone: 'Feedback', footerPart: 'Feedback' }, sitemap: true },
  { path: href('/contact'), in: { headerMore: 'Contact', phone: 'Contact', footerPart: 'Contact' }, sitemap: true },
  { path: href('/account'), icon: 'account', for: 'players', in: { userMenu: 'Account' } },
  { path: href('/notifications'), icon: 'notifications', for: 'players', in: { userMenu: 'Notifications' } },
  {
    path: href('/wishlist'),
    icon: 'wishlist',
    in: { sidebar: 'My Wishlist', phone: 'My Wishlist', userMenu: 'My Wishlist' },
  },
  { path: href('/rewards'), icon: 'rewards', in: { phoneOwn: 'Rewards', userMenu: 'Rewards' } },
  { path: href('/rewards/shop'), icon: 'shop', for: 'players', in: { userMenu: 'Shop' } },
  { path: href('/admin/games'), icon: 'console', for: 'operators', in: { userMenu: 'Console' } },
  { path: href('/privacy-policy'), in: { footerLegal: 'Privacy Policy' }, sitemap: true },
  { path: href('/terms'), in: { footerLegal: 'Terms' }, sitemap: true },
  { path: href('/cookie-policy'), in: { footerLegal: 'Cookie Policy' }, sitemap: true },
]

type Category = { slug: string; in: Labels }

/** The collections and categories that have links, in the sidebar's order (docs/product.md#navigation). */
const CATEGORIES: Category[] = [
  { slug: 'new', in: { sidebarLists: 'New', phoneCategories: 'New', footerPlay: 'New' } },
  { slug: 'popular', in: { sidebarLists: 'Popular', phoneCategories: 'Popular', footerPlay: 'Popular' } },
  category('action', 'Action'),
  category('adventure', 'Adventure'),
  category('driving', 'Driving'),
  category('puzzle', 'Puzzle'),
  category('sports', 'Sports'),
  category('shooting', 'Shooting'),
  category('multiplayer', 'Multiplayer'),
  category('beauty', 'Beauty'),
  category('dress-up', 'Dress Up'),
  category('italian-brainrot', 'Italian Brainrot'),
  category('horror', 'Horror'),
  category('clicker', 'Clicker'),
  category('card', 'Card'),
  category('minecraft', 'Minecraft'),
  category('pool', 'Pool'),
  category('stickman', 'Stickman'),
]

function category(slug: string, label: string): Category {
  return { slug, in: { sidebarCategories: label, phoneCategories: label } }
}

/** A link for one place. For a category, `slug` is set, which selects the icon. */
export type Link = { to: string; label: string; icon?: IconName | undefined; slug?: string }

/** The link of a category in a menu. */
export type CategoryLink = { slug: string; label: string }

/**
 * Returns the links of a place in order: pages, then collections and categories. The user menu of an operator has
 * additional links. `categories` replaces the categories of the specification once operators have arranged them.
 */
export function linksIn(
  menu: Menu,
  { isOperator = false, categories: arranged }: { isOperator?: boolean; categories?: CategoryLink[] | null } = {},
): Link[] {
  const isList = ({ in: labels }: Category) => !labels.sidebarCategories
  const listed = arranged
    ? [...CATEGORIES.filter(isList), ...arranged.map(({ slug, label }) => category(slug, label))]
    : CATEGORIES
  const categories = listed.flatMap(({ slug, in: labels }) => {
    const [to, label] = [href('/category/:category', { category: slug }), labels[menu]]
    return label ? [{ to, label, slug }] : []
  })
  const pages = PAGES.flatMap(({ path, icon, for: only, in: labels }) => {
    const label = labels[menu]
    return label && (only !== 'operators' || isOperator) ? [{ to: path, label, icon }] : []
  })
  return [...pages, ...categories]
}
