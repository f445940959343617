const CARDS = 18

/** The shape of a page of cards while it is on its way: a title, then cards. */
export function GridSkeleton() {
  return (
    <>
      <div className="skeleton mb-6 h-8 w-56" />
      <CardsSkeleton count={CARDS} />
    </>
  )
}

/** The shape of so many cards. */
export function CardsSkeleton({ count }: { count: number }) {
  return (
    <div className="card-grid">
      {Array.from({ length: count }, (_, at) => (
        <div key={at}>
          <div className="skeleton aspect-video rounded-(--r-card)" />
          <div className="skeleton mt-3 h-3.5 w-4/5" />
          <div className="mt-2 flex gap-1">
            <div className="skeleton h-5 w-12" />
            <div className="skeleton h-5 w-16" />
          </div>
        </div>
      ))}
    </div>
  )
}
