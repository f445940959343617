import { pageMeta, type Site } from '../site/page-meta.ts'
import { cut } from '../lib/text.ts'
import { boardHref, postHref } from './community-href.ts'
import { playerHref } from '../accounts/player-href.ts'
import type { Post } from './posts/find-post.server.ts'

/** Returns the metadata of a post's page. Posts that are not public are not indexed. */
export function postMeta(site: Site, post: Post) {
  const { title, content, author, media, likes, comments, createdAt, editedAt } = post
  const name = title || cut(content.replace(/\s+/g, ' '), 60)
  const path = postHref(post.id)
  const absolute = (to: string) => new URL(to, site.url).href
  return pageMeta(site, {
    title: name,
    description: content,
    path,
    type: 'article',
    shared: { kind: 'posts', id: post.id },
    noindex: post.state !== 'shown',
    structured: [
      {
        '@type': 'DiscussionForumPosting',
        headline: cut(name, 110),
        text: cut(content, 500),
        url: absolute(path),
        mainEntityOfPage: absolute(path),
        author: { '@type': 'Person', name: author.username, url: absolute(playerHref(author.username)) },
        datePublished: createdAt,
        dateModified: editedAt ?? undefined,
        image: media ? absolute(media.src) : undefined,
        keywords: post.tags.join(', ') || undefined,
        commentCount: comments,
        interactionStatistic: [counted('LikeAction', likes), counted('CommentAction', comments)],
        isPartOf: { '@type': 'CreativeWork', name: 'Community', url: absolute(boardHref()) },
      },
    ],
  })
}

function counted(action: string, count: number): object {
  return {
    '@type': 'InteractionCounter',
    interactionType: `https://schema.org/${action}`,
    userInteractionCount: count,
  }
}
