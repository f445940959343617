import type { FeedRule } from '../../../db/schema/feeds.server.ts'

/** Words that indicate the topic of a game. */
export type Clue = {
  /** Which texts are searched. `labels` are categories and tags. `all` includes the description. */
  in: 'title' | 'labels' | 'all'
  words: readonly string[]
  /** The words count only if one of these words also occurs in the game's texts. */
  with?: readonly string[]
}

/** A rule for every feed. Unlike an operator's rule, it weighs words by where they occur. */
export type DefaultRule = {
  name: string
  /** The description that operators read. */
  covers: string
  /** One match is enough. */
  clues: readonly Clue[]
  /** Phrases in which a word has another meaning. */
  except: readonly string[]
  /** Games to which the rule never applies. */
  unless: { title?: readonly string[]; categories?: readonly string[] }
  set: FeedRule['set']
}

const HELD: FeedRule['set'] = { status: 'pending', ageRating: '18' }

/**
 * The rules for gambling, alcohol and adult content, tuned on real feeds. Missing a casino game is worse than holding a
 * harmless game for review. Providers use tags such as "casino" and "adult" for almost anything, so these tags count
 * only together with other words.
 */
export const DEFAULT_RULES: readonly DefaultRule[] = [
  {
    name: 'Gambling',
    covers: 'Slots, roulette, poker, blackjack, betting and other casino games; not solitaire and plain card games',
    clues: [
      {
        in: 'title',
        words: [
          'casino', 'casinos', 'gambling', 'gambler', 'roulette', 'slot', 'slots', 'slot machine', 'jackpot',
          'jackpots', 'blackjack', 'black jack', 'baccarat', 'craps', 'poker', 'holdem', 'hold em', 'keno',
          'betting', 'sic bo', 'pokies', 'fruit machine', 'lottery', 'lotto', 'scratch card', 'scratch cards',
          'teen patti', 'pachinko', 'bookmaker', 'sportsbook', 'plinko', 'kasino', 'spielautomat',
          'spielautomaten', 'tragamonedas', 'tragaperras', 'ruleta', 'caca niqueis', 'казино', 'рулетка',
          'покер', 'カジノ', '赌场',
        ],
      },
      {
        in: 'labels',
        words: [
          'gambling', 'slots', 'slot machine', 'slot machines', 'roulette', 'poker', 'blackjack', 'baccarat',
          'craps', 'betting', 'lottery', 'video poker', 'casino games',
        ],
      },
      {
        in: 'labels',
        words: ['casino'],
        with: [
          'bet', 'bets', 'betting', 'wager', 'wagers', 'chips', 'dealer', 'slot', 'slots', 'casino game',
          'gamble', 'gambling', 'bingo', 'jackpot', 'roulette', 'poker', 'blackjack', 'pachinko', 'dice',
          'cash',
        ],
      },
      {
        in: 'all',
        words: [
          'casino game', 'casino games', 'social casino', 'online casino', 'slot machine', 'slot machines',
          'slot game', 'slot games', 'jackpot slots', 'place your bet', 'place your bets', 'place bets',
          'video poker', 'poker game', 'poker games', 'hold em poker', 'holdem poker', 'texas holdem',
          'texas hold em', 'blackjack', 'baccarat', 'roulette wheel', 'scratch card', 'scratch cards',
          'scratch off', 'bet real money', 'real money gambling', 'sports betting',
        ],
      },
    ],
    except: [
      'slot car', 'slot cars', 'word slots', 'parking slot', 'parking slots', 'time slot', 'time slots',
      'card slots', 'russian roulette', 'buckshot roulette', 'pet roulette', 'animal roulette', 'poker face',
      'without gambling', 'no gambling',
    ],
    unless: {
      title: ['solitaire', 'solitär', 'patience', 'tower defense', 'tower defence'],
      categories: ['Dress Up', 'Beauty', 'Tower Defense'],
    },
    set: HELD,
  },
  {
    name: 'Alcohol',
    covers: 'Games about drinking, serving or mixing alcohol; not juice bars and cooking games',
    clues: [
      {
        in: 'title',
        words: [
          'alcohol', 'beer', 'beers', 'wine', 'vodka', 'whisky', 'whiskey', 'tequila', 'champagne', 'liquor',
          'booze', 'bartender', 'barman', 'mixologist', 'brewery', 'oktoberfest', 'drunk', 'drunken',
          'drunkard', 'hangover', 'drinking game', 'drink drive', 'bier', 'cerveza', 'алкоголь', 'пиво',
        ],
      },
      {
        in: 'title',
        words: ['cocktail', 'cocktails'],
        with: ['bar', 'alcohol', 'liquor', 'rum', 'gin', 'vodka', 'whisky', 'whiskey', 'tequila', 'pub', 'night out'],
      },
      {
        in: 'labels',
        words: ['alcohol', 'beer', 'wine', 'vodka', 'whiskey', 'whisky', 'bartender', 'drinking game', 'drunk'],
      },
      {
        in: 'all',
        words: [
          'alcoholic', 'bartender', 'mixologist', 'vodka', 'whiskey', 'whisky', 'tequila', 'beer pong',
          'drinking game', 'get drunk', 'gets drunk', 'getting drunk', 'glass of beer', 'pint of beer',
          'mug of beer', 'glasses of beer', 'mugs of beer', 'pints of beer', 'beers',
        ],
      },
    ],
    except: [
      'root beer', 'root beers', 'ginger beer', 'butter beer', 'fruit cocktail', 'fruit cocktails',
      'shrimp cocktail', 'molotov cocktail', 'molotov cocktails', 'non alcoholic', 'wine red',
    ],
    unless: {},
    set: HELD,
  },
  {
    name: 'Adult content',
    covers: 'Sexual content and nudity; not kissing, dating and dress-up games',
    clues: [
      {
        in: 'title',
        words: [
          'sex', 'sexy', 'porn', 'porno', 'hentai', 'ecchi', 'erotic', 'erotica', 'nude', 'nudes', 'nudity',
          'naked', 'strip poker', 'striptease', 'stripper', 'strippers', 'strip club', 'undress', 'topless',
          'lingerie', 'xxx', 'nsfw', '18+', 'bdsm', 'fetish', 'milf', 'boobs', 'hot girl', 'hot girls',
          'adult only', 'adults only', 'playboy', 'camgirl', 'hooker', 'brothel', 'порно', 'секс', 'エロ', '色情',
        ],
      },
      {
        in: 'labels',
        words: [
          'sex', 'sexy', 'porn', 'hentai', 'ecchi', 'erotic', 'nude', 'nudity', 'naked', 'striptease', 'nsfw',
          '18+', 'seduction', 'lingerie', 'hot girls', 'adult games', 'adult only', 'adults only',
        ],
      },
      { in: 'labels', words: ['adult'], with: ['hot', 'bikini', 'seduction', 'sexy'] },
      {
        in: 'all',
        words: [
          'sexy', 'sexual', 'porn', 'hentai', 'erotic', 'nude', 'nudes', 'nudity', 'striptease',
          'strip poker', 'stripper', 'topless', 'nsfw', '18+', 'adults only', 'adult content', 'seduce',
          'have sex', 'naked',
        ],
      },
    ],
    except: ['sex appeal', 'naked eye', 'naked mole', 'naked mole rat', 'sexual orientation', 'hot girls summer'],
    unless: {},
    set: HELD,
  },
] // prettier-ignore
