const CARDS = 18

/** Placeholder for a page of cards while it loads: a title, then cards. */
export function GridSkeleton() {
  return (
    <>
      <div className="skeleton skeleton-heading" />
      <CardsSkeleton count={CARDS} />
    </>
  )
}

export function CardsSkeleton({ count }: { count: number }) {
  return (
    <div className="card-grid">
      {Array.from({ length: count }, (_, at) => (
        <div key={at} className="card-skeleton">
          <div className="skeleton skeleton-picture" />
          <div className="skeleton skeleton-title" />
          <div className="skeleton-chips">
            <div className="skeleton" />
            <div className="skeleton" />
          </div>
        </div>
      ))}
    </div>
  )
}
