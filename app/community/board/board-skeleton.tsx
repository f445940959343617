const CARDS = 10

export function BoardSkeleton() {
  return (
    <div className="post-grid" role="status" aria-label="Loading posts">
      {Array.from({ length: CARDS }, (_, at) => (
        <div key={at} className="post-card post-skeleton">
          <div className="author">
            <div className="skeleton skeleton-face" />
            <div className="author-words">
              <div className="skeleton skeleton-name" />
              <div className="skeleton skeleton-time" />
            </div>
          </div>
          <div className="skeleton skeleton-type" />
          <div className="skeleton skeleton-title" />
          <div className="skeleton skeleton-words" />
          <div className="skeleton skeleton-end" />
        </div>
      ))}
    </div>
  )
}
