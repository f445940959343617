import { AWARDS_A_DAY, LOGIN_CREDITS, MINUTES_A_DAY, STREAK_CREDITS, STREAK_DAYS } from '../credits/credit-rules.ts'
import { CONTENT_MAX, CONTENT_MIN, TAGS_MAX } from '../community/post-rules.ts'

export type Question = { question: string; answer: string }

/** What is asked most, by topic; `id` is the topic's place on the page. Where a rule has a number, it comes from the rule itself. */
export const HELP: { id: string; topic: string; questions: Question[] }[] = [
  {
    id: 'playing',
    topic: 'Playing',
    questions: [
      {
        question: 'Does playing cost anything?',
        answer: 'No. Every game opens in the page, without an account, without a download, and without paying.',
      },
      {
        question: 'A game does not start. What can I do?',
        answer:
          'The player offers to try again when a game does not load in time. If that does not help, close other tabs, allow the page in your ad blocker, or choose another game: those of other publishers come from their own servers, which may be down.',
      },
      {
        question: 'Can I play on a phone?',
        answer:
          'Most games can be played by touch. Where a game is made for keys alone, its page says so before you start it.',
      },
      {
        question: 'Is my progress in a game kept?',
        answer:
          'Games that we serve ourselves keep it in your browser, as long as you do not clear the data of this site. Games of other publishers decide for themselves.',
      },
    ],
  },
  {
    id: 'accounts',
    topic: 'Accounts',
    questions: [
      {
        question: 'What is an account good for?',
        answer:
          'It keeps your wishlist on every device, lets you like games and posts, write on the community board, and collects your credits. Playing needs none.',
      },
      {
        question: 'I have forgotten my password.',
        answer:
          'Follow "Forgot password?" below the sign-in. A mail with a link comes to your address; the link works for one hour, and choosing a new password signs out every other device.',
      },
      {
        question: 'How do I change my name or picture?',
        answer:
          'Open Account from the menu under your picture. Username, full name and picture can be changed there at any time; the email address cannot.',
      },
      {
        question: 'How do I delete my account?',
        answer:
          'On the account page. Everything that is kept about you goes at once and for good; before that you can download it.',
      },
    ],
  },
  {
    id: 'credits',
    topic: 'Credits',
    questions: [
      {
        question: 'How do I earn credits?',
        answer: `By coming by (${LOGIN_CREDITS} for the first visit of a day, ${STREAK_CREDITS} more for each ${STREAK_DAYS} days in a row), by playing (a credit a minute, up to ${MINUTES_A_DAY} a day), by sharing games, by posts and comments, and by the daily wheel. The rewards page names them all.`,
      },
      {
        question: 'Why did my post earn nothing?',
        answer: `The first ${AWARDS_A_DAY.post} posts and ${AWARDS_A_DAY.comment} comments of a day earn. One that waits for an operator earns once it is shown.`,
      },
      {
        question: 'When does a day begin?',
        answer: 'At midnight UTC, for everybody alike. The rewards page says how long that is from now.',
      },
      {
        question: 'Where did my credits go?',
        answer:
          'Deleting a post or comment takes back what it earned. Your history on the rewards page has a line for each.',
      },
    ],
  },
  {
    id: 'community',
    topic: 'Community',
    questions: [
      {
        question: 'What may I write?',
        answer: `Discussions, tips, suggestions and things to show, in ${CONTENT_MIN} to ${CONTENT_MAX.toLocaleString('en')} characters, with up to ${TAGS_MAX} tags, a link, a picture, and the game that it is about. Be kind, stay with games, and advertise nothing.`,
      },
      {
        question: 'Can I change what I wrote?',
        answer: 'Yes, you can edit and delete your own posts and comments at any time. An edited one says so.',
      },
      {
        question: 'Somebody bothers me.',
        answer:
          'Block them on their profile: then neither of you sees what the other writes. If they break rules, report the post, comment or profile as well.',
      },
      {
        question: 'Who sees my wishlist?',
        answer:
          'Others see it on your profile, unless you switch that off under Edit Profile. Nobody ever sees your email address.',
      },
    ],
  },
  {
    id: 'moderation',
    topic: 'Reports and decisions',
    questions: [
      {
        question: 'What happens when I report something?',
        answer: 'An operator looks at it and decides. Nobody is told who reported. One report of a thing is enough.',
      },
      {
        question: 'Why does my post wait?',
        answer:
          'The first link or picture of a new account, and posts with certain words, are looked at by an operator before others see them. You see your post meanwhile, and are told when it is decided.',
      },
      {
        question: 'My post was removed.',
        answer:
          'You still see it, with the reason that the operator gave. Nobody else does. An operator can restore it.',
      },
      {
        question: 'I cannot sign in any more.',
        answer:
          'If your account was suspended, the sign-in says until when and why. After that you can sign in as before.',
      },
    ],
  },
  {
    id: 'safety',
    topic: 'Safety and privacy',
    questions: [
      {
        question: 'Does anybody follow what I do here?',
        answer:
          'No. There are no trackers, and while you browse your browser speaks to nobody but us. A game of another publisher is loaded from them once you open its page.',
      },
      {
        question: 'What do you keep about me?',
        answer:
          'Without an account, nothing that names you. With one, what the privacy page lists; you can download all of it on the account page.',
      },
      {
        question: 'Is the site for children?',
        answer:
          'The games are for everybody. We do not knowingly keep data of anybody under 13; on the board other people write, so look at it together.',
      },
    ],
  },
]
