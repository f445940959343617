const CARDS = 10

/** The shape of the posts that are on their way. */
export function BoardSkeleton() {
  return (
    <div className="post-grid" role="status" aria-label="Loading posts">
      {Array.from({ length: CARDS }, (_, at) => (
        <div key={at} className="post-card">
          <div className="author">
            <div className="skeleton size-8 rounded-full" />
            <div className="author-words gap-2">
              <div className="skeleton h-3.5 w-28" />
              <div className="skeleton h-3 w-16" />
            </div>
          </div>
          <div className="skeleton h-3 w-20" />
          <div className="skeleton h-4 w-4/5" />
          <div className="skeleton h-20 w-full" />
          <div className="skeleton mt-auto h-6 w-28" />
        </div>
      ))}
    </div>
  )
}
