import type { ReactNode } from 'react'
import { href } from 'react-router'

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

/** The last line of a card, with a link. */
export function AuthFoot({ text, to, children }: { text?: string; to: string; children: string }) {
  return (
    <p className="auth-foot">
      {text && `${text} `}
      <a href={to} className="text-link">
        {children}
      </a>
    </p>
  )
}

export function BackToLogin() {
  return <AuthFoot to={href('/login')}>Back to Login</AuthFoot>
}

/** Adds to the address of a page where it leads after signing in. */
export function withNext(address: string, next: string): string {
  return next === '/' ? address : `${address}?next=${encodeURIComponent(next)}`
}
