import { sql } from 'drizzle-orm'
import type { blogDrafts } from '../db/schema/blog.server.ts'
import type { messages } from '../db/schema/messages.server.ts'
import { type Entry, NUMBER, WHOSE, WHEN } from './entry.server.ts'

export const MESSAGES_DATA: {
  messages: Entry<typeof messages>
  blogDrafts: Entry<typeof blogDrafts>
} = {
  messages: {
    title: 'What you wrote to us while you were signed in',
    until: 'until two years after it was last answered or closed, or until your account is deleted',
    columns: {
      id: NUMBER,
      playerId: WHOSE,
      kind: 'which form you used',
      category: 'what it is about',
      name: 'the name that you gave',
      email: 'the address that you gave',
      subject: 'its subject',
      content: 'what you wrote',
      rating: 'how you rate the site',
      state: 'whether it was answered',
      createdAt: WHEN,
      dueAt: 'when our answer is due',
      settledAt: 'when it was last answered or closed',
    },
    deleted: 'messages to us with our replies',
    download: {
      // Omit the operators' internal notes.
      messages: (id) => sql`
    select m.kind, m.category, m.name, m.email, m.subject, m.content, m.rating, m.state, m.created_at as "createdAt",
      coalesce((select json_agg(json_build_object('content', r.content, 'createdAt', r.created_at) order by r.id)
        from message_remarks r where r.message_id = m.id and r.kind = 'answer'), '[]') as answers
    from messages m where m.player_id = ${id} order by m.id`,
    },
  },
  blogDrafts: {
    title: 'Versions of blog posts, which operators write',
    until:
      'until the post is deleted or there are twenty newer versions; without your name once your account is deleted',
    columns: {
      postId: 'which blog post',
      revision: 'the version number',
      savedBy: 'who saved it',
      savedAt: 'when',
      isPublished: 'whether it was published',
      fields: 'what it says',
    },
    remains: 'Blog posts that you wrote as an operator stay, without your name.',
    download: {
      blogDrafts: (id) => sql`
    select p.slug as post, d.fields, d.saved_at as "savedAt"
    from blog_drafts d join blog_posts p on p.id = d.post_id where d.saved_by = ${id} order by d.saved_at, p.id`,
    },
  },
}
