import { href } from 'react-router'

/** The contact page's frequently asked questions, each with an optional link. */
export const CONTACT_QUESTIONS: { question: string; answer: string; link?: { label: string; to: string } }[] = [
  {
    question: 'How do I report a broken game?',
    answer:
      'Choose Bug report in the feedback form, and tell us the name of the game, your browser, and what you saw. ' +
      'First, press Retry in the game’s frame.',
    link: { label: 'Report it', to: href('/feedback') },
  },
  {
    question: 'Can I suggest games?',
    answer:
      'Yes. Choose Game request in the feedback form, or write a suggestion on the community board, ' +
      'where others can say that they would like it too.',
    link: { label: 'Suggest a game', to: href('/feedback') },
  },
  {
    question: 'Are the games safe?',
    answer:
      'Games from other publishers run in a closed frame: they cannot redirect your browser ' +
      'or access your account. Nothing is installed. Never type your password for this site into a game.',
    link: { label: 'More about safety', to: `${href('/help')}#safety` },
  },
  {
    question: 'How can we work together?',
    answer:
      'Choose Partnership in the form above if you make or publish games, use games in teaching, or run a related ' +
      'site. Tell us who you are and what you have in mind.',
  },
]
