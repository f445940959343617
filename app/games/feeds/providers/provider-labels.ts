import { remember } from '../../../lib/remember.ts'

/** The display names of built-in providers. */
export const PROVIDER_LABELS: Readonly<Record<string, string>> = {
  gamemonetize: 'GameMonetize',
  gamedistribution: 'GameDistribution',
  gamepix: 'GamePix',
  playgama: 'Playgama',
  htmlgames: 'HTMLGames',
  famobi: 'Famobi',
}

type Labels = Readonly<Record<string, string>>

const known = () => remember('provider-labels', (): { added: Labels } => ({ added: {} }))

/** Returns the labels of the providers that operators added, from memory. It is the same object until they change. */
export function addedLabels(): Labels {
  return known().added
}

export function setAddedLabels(added: Labels): void {
  known().added = added
}

/**
 * Makes the labels of added providers available in the browser. Call it during rendering, before anything uses them.
 */
export function adoptProviderLabels(added: Labels | undefined): void {
  if (added && typeof document !== 'undefined') setAddedLabels(added)
}

/** Returns the display name of a provider: its label, or its plain name if the provider was removed. */
export function providerLabel(provider: string): string {
  if (provider === 'own') return 'Own games'
  const labels = Object.hasOwn(PROVIDER_LABELS, provider) ? PROVIDER_LABELS : addedLabels()
  return Object.hasOwn(labels, provider) ? labels[provider]! : provider
}
