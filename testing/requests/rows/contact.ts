import { form, page, type Row } from '../route-row.ts'

const MESSAGE = { name: 'Mara', email: 'mara@mail.example', message: 'Where are the lamps?', homepage: '' }

export const CONTACT: Row[] = [
  page('contact', '/contact', {
    canonical: '/contact',
    structured: ['ContactPage', 'FAQPage', 'BreadcrumbList'],
    shows: [
      'Contact Us', 'Email support', 'We answer within 24 hours.', 'Send us a message with the form.', 'Response time', '24 hours', '12 hours', '6 hours',
      'Other ways to reach us', 'Community feedback', 'Bug reports', 'Send Message', 'How do I report a broken game?', 'Can I suggest games?',
      'Are the games safe?', 'How can we work together?',
    ], // prettier-ignore
  }),
  form('contact', { ...MESSAGE, category: 'general', subject: 'Lamps' }, 303),
  page('feedback', '/feedback', {
    canonical: '/feedback',
    structured: ['BreadcrumbList'],
    shows: [
      'Feedback Type', 'Rating', '5 - Excellent', '4 - Good', '3 - Average', '2 - Below Average', '1 - Poor', 'Suggestions', 'Bug Reports',
      'General Feedback', 'Why Your Feedback Matters', 'Join Our Community', 'Send Feedback',
    ], // prettier-ignore
  }),
  form('feedback', { ...MESSAGE, category: 'bug', rating: '4' }, 303),
]
