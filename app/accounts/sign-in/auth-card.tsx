import type { ReactNode } from 'react'

/** The card that contains a sign-in page. */
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

/** The divider, labelled "or", between two ways to sign in. */
export function Divider({ children }: { children: ReactNode }) {
  return <p className="auth-divider">{children}</p>
}
