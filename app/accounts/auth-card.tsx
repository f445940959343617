import type { ReactNode } from 'react'

/** The frame of the pages round signing in: a lit row, a title and what is to be done. */
export function AuthCard({ title, subtitle, children }: { title: string; subtitle: ReactNode; children: ReactNode }) {
  return (
    <section className="auth-card">
      <div className="auth-bulbs" aria-hidden="true" />
      <h1>{title}</h1>
      <p className="auth-subtitle">{subtitle}</p>
      {children}
    </section>
  )
}

/** "or", between two ways. */
export function Divider({ children }: { children: ReactNode }) {
  return <p className="auth-divider">{children}</p>
}
