import { page, type Row } from '../route-row.ts'

export const HOME: Row[] = [
  page('', '/', {
    canonical: '/',
    structured: ['Organization', 'WebSite'],
    shows: ['Original Games', 
      'Featured Games', 'Explore by Category', 'View All', 'New Games', 'Top Rated', 'Puzzle', 'Popular Games', '100+ games', 'Lamps', 'Moto "Rush" & <b>Co</b>',
    ], // prettier-ignore
    hides: ['Lost', 'Today’s puzzle', 'Horror'],
  }),
]
