import { href } from 'react-router'

type Link = { label: string; to: string }

/** A question with its answer in plain words, and where to go from it. */
export type HelpQuestion = { question: string; answer: string; links?: Link[] }

export type HelpTopic = { id: string; title: string; questions: HelpQuestion[] }

const contact: Link = { label: 'Contact', to: href('/contact') }

/** What is asked most, by topic; every answer says what the software does (docs/product.md). */
export const HELP_TOPICS: HelpTopic[] = [
  {
    id: 'playing',
    title: 'Playing',
    questions: [
      {
        question: 'Do I need an account to play?',
        answer:
          'No. Every game opens in the page and is free. An account adds a wishlist that follows you to other devices, credits, and a voice on the community board.',
        links: [{ label: 'All games', to: href('/games') }],
      },
      {
        question: 'A game does not start. What can I do?',
        answer:
          'After a while the player says so itself and offers Retry, twice at most. If it still does not start, the server of its publisher may be down, or an ad blocker may be in its way. The guide has more to try.',
        links: [{ label: 'How to play', to: href('/how-to-play') }],
      },
      {
        question: 'Where are my saved games?',
        answer:
          'A game keeps what you saved in the browser that you play in. It is not in your account, so it is not on your other devices, and it goes when you clear the data of the site.',
      },
      {
        question: 'What happens to my wishlist and the games that I played before I signed up?',
        answer: 'The browser remembers both. As soon as you sign in, they move into your account.',
        links: [{ label: 'My wishlist', to: href('/wishlist') }],
      },
    ],
  },
  {
    id: 'accounts',
    title: 'Accounts',
    questions: [
      {
        question: 'I forgot my password.',
        answer:
          'Give your email address, and you get a mail with a link to choose a new one. Choosing it signs you out everywhere else.',
        links: [{ label: 'Reset your password', to: href('/forgot-password') }],
      },
      {
        question: 'Can I change my name and my picture?',
        answer:
          'Yes, in your account: username, full name and picture. The email address stays the one that you signed up with.',
        links: [{ label: 'Your account', to: href('/account') }],
      },
      {
        question: 'I think that somebody else is in my account.',
        answer:
          'Change your password, then look at the devices that are signed in, in your account, and end those that are not yours.',
        links: [{ label: 'Your account', to: href('/account') }],
      },
      {
        question: 'How do I see what is kept of me, and how do I delete it?',
        answer:
          'Your account has a download of all that is kept of you. Deleting the account removes it at once and for good, with your posts, comments, likes and wishlist.',
        links: [{ label: 'Your account', to: href('/account') }],
      },
    ],
  },
  {
    id: 'credits',
    title: 'Credits',
    questions: [
      {
        question: 'How do I earn credits?',
        answer:
          'By signing in each day, playing, sharing games, posting, commenting, and with the wheel once a day; seven days in a row earn more. The rewards page says how much each earns.',
        links: [{ label: 'Rewards', to: href('/rewards') }],
      },
      {
        question: 'Why did I get no credits?',
        answer:
          'Most things earn only so often a day: 30 minutes of play, three shares, five posts and twenty comments. The day begins at midnight UTC. Time counts while the game is open and in front of you.',
      },
      {
        question: 'Why did I lose credits?',
        answer: 'When a post or comment is deleted, what it earned is taken back. Your history shows each change.',
        links: [{ label: 'Rewards', to: href('/rewards') }],
      },
      {
        question: 'Can I buy credits or be paid for them?',
        answer: 'No. Credits have no value in money; they show how much you take part.',
      },
    ],
  },
  {
    id: 'community',
    title: 'Community',
    questions: [
      {
        question: 'Who can read and write on the board?',
        answer:
          'Everybody reads. Who is signed in writes posts and comments, likes, and can change or delete what they wrote; what was changed says “edited”.',
        links: [{ label: 'The board', to: href('/community') }],
      },
      {
        question: 'How long may a post be?',
        answer:
          'A post has 10 to 5,000 characters, and may have a title, up to five tags, a link, a picture and a game that it is about. A comment has up to 2,000 characters.',
      },
      {
        question: 'How do I find a post?',
        answer:
          'The search of the board looks for words in titles and texts, and the beginning of a word is enough. Types and Popular narrow the list; your own posts are under My Posts.',
        links: [{ label: 'The board', to: href('/community') }],
      },
      {
        question: 'What do others see of me?',
        answer:
          'Your username and full name, your picture, since when you are here, your posts and how much they were liked, and your credits; your wishlist too, unless you hide it in your profile. Nobody sees your email address.',
        links: [{ label: 'Your profile', to: href('/account/profile') }],
      },
    ],
  },
  {
    id: 'decisions',
    title: 'Decisions of operators',
    questions: [
      {
        question: 'Why do others not see my post?',
        answer:
          'It waits for an operator to look at it: because it has the first link or picture of an account younger than a day, or because of something in its words. You find it under My Posts, with the reason. Once it is approved everybody sees it.',
      },
      {
        question: 'Why was my post or comment removed?',
        answer:
          'The reason that the operator gave stands above it, and among your notifications. What does not belong on the board is told in the terms.',
        links: [{ label: 'Terms', to: href('/terms') }],
      },
      {
        question: 'My account is suspended. What does that mean?',
        answer:
          'All your sessions ended, and you cannot sign in until the day that you were told. What you wrote stays. If you think that it is a mistake, write to us.',
        links: [contact],
      },
    ],
  },
  {
    id: 'safety',
    title: 'Safety',
    questions: [
      {
        question: 'How do I report something?',
        answer:
          'Posts, comments, players and pictures have Report beside them. Choose a reason; an operator will look at it, and nobody else learns who reported it.',
      },
      {
        question: 'Somebody bothers me.',
        answer:
          'Open their profile and block them. From then on neither of you sees what the other posts and comments, and neither is told of the other. They are not told that you did.',
        links: [{ label: 'Players you have blocked', to: href('/account/blocked') }],
      },
      {
        question: 'Are the games safe?',
        answer:
          'Games of other publishers run in a closed frame: they cannot take your browser elsewhere or reach your account. Nothing is installed. Never type the password of this site into a game.',
      },
      {
        question: 'I have another question.',
        answer: 'Write to us; somebody reads it.',
        links: [contact],
      },
    ],
  },
]
