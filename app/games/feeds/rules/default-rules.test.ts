import { expect, test } from 'vitest'
import { compileRules, type RuledGame } from './compile-rules.ts'

const rulingsOn = compileRules({ rules: [], usesDefaultRules: true })

function rulesOn(title: string, more: Partial<RuledGame> = {}): string[] {
  return rulingsOn({
    title,
    description: '',
    categories: ['Casual'],
    raw_category: null,
    tags: [],
    url: 'https://games.example/',
    image_url: null,
    width: null,
    height: null,
    plays_on_phones: null,
    ...more,
  }).map(({ rule }) => rule)
}

test.each([
  ['Golden Slots'],
  ['Slot: Desert Nights'],
  ['Roulette Deluxe'],
  ['Pirate Poker'],
  ['TEXAS HOLDEM'],
  ['Blackjack Masters'],
  ['Casinò Reale'],
  ['Казино онлайн'],
  ['Sharks Jackpot'],
  ['Super Keno'],
  ['Lucky Numbers', { tags: ['gambling', 'board'] }],
  ['Trotting Horses', { tags: ['casino'], description: 'Place your bet and watch the race.' }],
  ['Bingo Night', { tags: ['Casino'], description: 'Mark your bingo card.' }],
  ['Coin Kingdom', { description: 'Spin the slot machine to attack villages.' }],
  ['Dragon Luck', { description: 'A free social casino with daily bonuses.' }],
  ['Seven Cards', { description: 'A poker game with real players.' }],
  ['Prize Booth', { description: 'Try your luck with scratch cards.' }],
] as [string, Partial<RuledGame>?][])('%s is gambling', (title, more) => {
  expect(rulesOn(title, more)).toEqual(['Gambling'])
})

test.each([
  ['Classic Solitaire', { tags: ['casino', 'cards'], description: 'Place cards on foundation slots, with a deck.' }],
  ['Vegas Solitaire', { description: 'Solitaire as in a casino game.' }],
  ['Rummy 500', { tags: ['casino', 'board'], description: 'Collect sets of cards.' }],
  ['Tower Defence With Slots', { description: 'Build towers in five slots.' }],
  ['Word Slots', { description: 'Form words from letters in slots.' }],
  ['Slot Car Racing'],
  ['Airport Parking', { description: 'Park on the right slots.' }],
  ['Bubble Fever', { tags: ['ball', 'casino', 'retro'] }],
  ['Tic Tac Toe', { tags: ['2players', 'casino', 'logic'] }],
  ['Bank Robbery', { description: 'Hit the jackpot and escape. We bet you can!' }],
  ['Mahjong Link', { description: 'Tired of mindless casino simulators?' }],
  ['Squid Friday', { description: 'They lost all their money gambling.' }],
  ['Midnight Roulette Romance', { categories: ['Dress Up'] }],
  ['Russian Roulette Runner'],
  ['Bingo', { description: 'Mark the numbers on your card.' }],
  ['Fishing Reels', { description: 'Reel it in.' }],
  ['Vegas Crime City'],
  ['Juice Bar', { tags: ['drink', 'cooking'], description: 'Mix cocktails of fruit and serve drinks at the bar.' }],
  ['Color Cocktail', { description: 'Combine balls to get new fruits. Clients wait for drinks.' }],
  ['Space Bar Jumper', { description: 'Press the space bar.' }],
  ['Root Beer Float'],
  ['Sheriff of the Saloon', { description: 'The saloon is invaded.' }],
  ['Kiss Me', { tags: ['kissing', 'dating'], description: 'Kiss without being seen.' }],
  ['Colouring Book', { tags: ['adult'], description: 'For kids and adults.' }],
  ['Prince Quest', { description: 'Every hit costs sex appeal. Invisible to the naked eye.' }],
  ['18 Holes of Golf', { description: '18 levels for adults and children.' }],
] as [string, Partial<RuledGame>?][])('%s is none of them', (title, more) => {
  expect(rulesOn(title, more)).toEqual([])
})

test.each([
  ['Speedy Bartender'],
  ['Drunken Wrestling'],
  ['Oktoberfest Dress Up', { categories: ['Dress Up'] }],
  ['Tavern Keeper', { description: 'Guests drink your stock of beer. Send them beers!' }],
  ['Mixed Cocktails', { description: 'Blend ingredients at the bar.' }],
] as [string, Partial<RuledGame>?][])('%s is about alcohol', (title, more) => {
  expect(rulesOn(title, more)).toEqual(['Alcohol'])
})

test.each([
  ['Sexy Puzzle'],
  ['Hot Girls Shooter'],
  ['Strip Poker', {}, ['Gambling', 'Adult content']],
  ['Beach Puzzle', { tags: ['Adult', 'Hot', 'Summer'] }],
  ['Clicker', { description: 'Only 18+' }],
] as [string, Partial<RuledGame>?, string[]?][])('%s is adult content', (title, more, rules = ['Adult content']) => {
  expect(rulesOn(title, more)).toEqual(rules)
})

test('the default rules hold games for review, rated 18', () => {
  const game = { title: 'Casino', description: '', categories: [], raw_category: null, tags: [], url: '' }
  const unknown = { image_url: null, width: null, height: null, plays_on_phones: null }
  expect(rulingsOn({ ...game, ...unknown })).toEqual([{ rule: 'Gambling', status: 'pending', ageRating: '18' }])
})
