import { decodeHTMLStrict } from 'entities'

/**
 * The maximum number of characters processed. No real text is longer, and even a hostile text of this length takes
 * little time.
 */
const RAW_LIMIT = 10_000

/**
 * Returns a feed's text as one line of plain text, at most `limit` characters: entities decoded up to three times, then
 * tags stripped, without control and bidirectional characters, NFC, trimmed. Cleaning twice changes nothing.
 */
export function cleanLine(raw: string, limit: number): string {
  return settle(raw, limit, (text) => removeAddresses(text).replace(/\s+/g, ' '))
}

/** As `cleanLine`, but preserves line breaks and one empty line between paragraphs, and removes promotional links. */
export function cleanText(raw: string, limit: number): string {
  return settle(raw, limit, (text) => collapse(removeLinkSpam(text)))
}

/** As `cleanText`, with one step per line and no empty lines. */
export function cleanSteps(raw: string, limit: number): string {
  return settle(raw, limit, (text) => collapse(removeLinkSpam(text)).replace(/\n+/g, '\n'))
}

/** Cleans repeatedly until nothing changes, since removing a tag can join the text around it into a new tag. */
function settle(raw: string, limit: number, refine: (text: string) => string): string {
  let text = raw.slice(0, RAW_LIMIT)
  for (let round = 0; round < 3; round++) text = decodeHTMLStrict(visible(text))
  for (let round = 0; round < 10; round++) {
    const before = text
    text = cut(refine(collapse(defuse(stripTags(collapse(visible(text)))))).trim(), limit)
    if (text === before) break
  }
  return text
}

const CONTROLS = /[\p{Cc}\p{Co}\p{Cn}\u2028\u2029]/gu
/**
 * Directional characters, invisible joiners, soft hyphens, tags and fillers. U+200C and U+200D are not included, since
 * some words and emoji need them.
 */
const INVISIBLE = /(?![\u200C\u200D])\p{Cf}|\u034F|\u17B4|\u17B5|[\u115F\u1160\u2800\u3164\uFFA0]/gu

/** Most texts need none of the replacements below. */
const PLAIN = /^[\n\x20-\x7e]*$/

function visible(text: string): string {
  if (PLAIN.test(text)) return text
  return text
    .toWellFormed()
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replace(/\t/g, ' ')
    .replace(CONTROLS, (char) => (char === '\n' ? char : ''))
    .replace(INVISIBLE, '')
    .replace(/(\p{M}{4})\p{M}+/gu, '$1')
    .normalize('NFC')
}

const HIDDEN = /<(script|style)\b[\s\S]*?<\/\1[^<>]*>/gi
const BREAK =
  /<\/?(?:address|article|blockquote|br|dd|div|dl|dt|h[1-6]|hr|li|ol|p|section|table|tr|ul)(?:[\s/][^<>]*)?>/gi
const COMMENT = /<!--[\s\S]*?-->/g
/** A tag as browsers parse it, with its quoted values; `<-- new -->` and `5 < 6` are not tags. */
const TAG = /<(?:\/?[a-z](?:"[^"]*"|'[^']*'|[^'"<>])*|[!?][^<>]*)>/gi
const ODD_TAG = /<[/!?]?[a-z][^<>]*>/gi
/** A tag cut off by the end of the text. */
const CUT_TAG = /<[/!?]?[a-z]+(?:\s[^<>=]*=[^<>]*)?$/i

function stripTags(text: string): string {
  if (!text.includes('<')) return text
  return text
    .replace(HIDDEN, ' ')
    .replace(text.includes('-->') ? COMMENT : '', '')
    .replace(BREAK, '\n')
    .replace(TAG, '')
    .replace(ODD_TAG, '')
    .replace(CUT_TAG, '')
}

/**
 * Inserts a space into text that could still be read as a tag or an entity, such as text that was encoded four times,
 * or `a <b`.
 */
function defuse(text: string): string {
  return text.replace(/<(?=[a-z!/?])/gi, '< ').replace(/&(?=[\w#]+;)/g, '& ')
}

const ADDRESS = String.raw`(?:(?:https?|ftp)\s?:\s?\/\/[^\s<>]*|\bwww\.[^\s<>]+)`
const MAIL = String.raw`\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+`
/**
 * Names of sites. Endings such as those of Paper.io and MineStrike.fun do not match, since games have such names. Nor
 * does the end of a sentence without a space after it ("games.In").
 */
const SITE =
  String.raw`\b(?:[a-z0-9-]{1,63}\.){1,5}(?-i:com|net|org|info|biz|ru|xyz|COM|NET|ORG)(?![\w-])` +
  String.raw`(?:\/[^\s<>]*)?`
const LINK = `(?:${ADDRESS}|${MAIL}|${SITE})`

/*
 * Repetitions below are bounded, because a regular expression takes at least quadratic time if two of them can match
 * the same characters. `collapse` leaves at most two consecutive whitespace characters.
 */

/** Text that introduces a link: "Website Developer:", "Fanpage -", "Game by", "available for free on the site". */
const CREDIT =
  String.raw`(?:\b(?:(?:web\s?site|web)\s{0,2}(?:dev(?:eloper)?)?` +
  String.raw`|dev(?:eloper)?(?:'?s)?(?:\s{1,2}web\s?site)?|fan\s?page` +
  String.raw`|(?:games?|production|made|created|developed|published|owned)\s{1,2}(?:by|of))\s{0,2}(?::|-|–)?\s{0,2})`
const LEAD =
  String.raw`(?:[\s,(-]{0,8}\b(?:(?:available|playable|further|free|for|only|exclusively|at|on|in|from` +
  String.raw`|by|to|of|via|with|thanks|the|our|this|web\s?site|site` +
  String.raw`|popular|gaming|platform|page|portal)\b[\s,:-]{0,8}){0,8}?` +
  String.raw`\b(?:at|on|in|from|by|to|of|via|with|site|web\s?site|platform)[\s,:]{1,8})`

const ADDRESSES = new RegExp(`${ADDRESS}|${MAIL}`, 'gi')
const ANY_LINK = new RegExp(LINK, 'i')
const CREDITED = new RegExp(`${CREDIT}${LINK}`, 'gi')
const LED = new RegExp(`${LEAD}?${LINK}(?:'s)?`, 'gi')
/** A sentence that only advertises a site. */
const ADVERT = new RegExp(
  String.raw`(?<=^|[.!?]\s|\n)[^.!?\n]{0,400}` +
    String.raw`\b(?:visit|check out|translated with|more (?:[\w-]{1,30} ){0,3}games?|follow us|find us)\b` +
    String.raw`[^.!?\n]{0,400}?${LINK}[^.!?\n]*(?:[.!?]+|(?=\n)|$)`,
  'gi',
)
/** The rest of a credit whose link has been removed. */
const LONE_CREDIT = new RegExp(
  String.raw`\b(?:web(?:\s?site)?\s{1,2}dev(?:eloper)?|developer'?s?\s{1,2}web\s?site)` +
    String.raw`\s{0,2}[:.-]{0,8}\s{0,2}(?=\n|$)`,
  'gi',
)

function removeLinkSpam(text: string): string {
  if (!ANY_LINK.test(text)) return text.replace(LONE_CREDIT, '')
  return text
    .replace(ADVERT, '')
    .replace(CREDITED, '')
    .replace(LED, '')
    .replace(LONE_CREDIT, '')
    .replace(/ {2,}/g, ' ')
    .replace(/ [-–:] ?(?=\n|$)/g, '')
    .replace(/^[.,;:] +/gm, '')
    .replace(/([.!?]) \.(?=\w)/g, '$1 ')
    .replace(/ (?=[.,!?;:](?:\s|$))/g, '')
}

/** Removes URLs from a title. Names such as Paper.io remain. */
function removeAddresses(text: string): string {
  return text.replace(ADDRESSES, '')
}

/** Leaves one space between words and at most one empty line between paragraphs. */
function collapse(text: string): string {
  return text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
}

/** Cuts to at most `limit` characters, between words if possible, never within a character. */
function cut(text: string, limit: number): string {
  if (text.length <= limit) return text
  const shortened = text
    .slice(0, limit - 1)
    .toWellFormed()
    .replace(/\uFFFD$/, '')
  const words = shortened.replace(/\s+\S*$/, '')
  return `${(words.length > limit / 2 ? words : shortened).trimEnd()}…`
}
