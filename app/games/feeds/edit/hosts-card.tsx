import { X } from 'lucide-react'
import { Form, Submit, useForm } from '../../../forms/form.tsx'
import { FormError, TextField } from '../../../ui/fields/field.tsx'
import { hostsRules, LOCAL_HOST, removeHostRules } from '../feed-form-rules.ts'
import type { ListedProvider } from '../providers/find-provider.server.ts'

const USES = [
  { use: 'games', title: 'Games' },
  { use: 'pictures', title: 'Pictures' },
] as const

type Props = {
  provider: ListedProvider
  /** Whether loopback hosts are allowed for feeds, games and pictures. */
  allowsLocal: boolean
}

/** The hosts from which a provider's games and pictures may be loaded. */
export function HostsCard({ provider, allowsLocal }: Props) {
  const form = useForm(hostsRules, { intent: 'approve-hosts' })
  return (
    <section className="console-card" id="hosts" aria-labelledby="hosts-title">
      <h2 id="hosts-title">Hosts of {provider.label}</h2>
      <p>Games and pictures on other hosts are rejected.</p>
      {USES.map(({ use, title }) => (
        <div key={use}>
          <h3>{title}</h3>
          <ul className="hosts">
            {provider.hosts[use].map((host) => (
              <li key={host} className="chip chip-large">
                <span>{host}</span>
                {provider.approved[use].includes(host) && <RemoveHost host={host} use={use} />}
              </li>
            ))}
            {allowsLocal && <li className="chip chip-large">{LOCAL_HOST}</li>}
            {!provider.hosts[use].length && !allowsLocal && <li className="quiet">None</li>}
          </ul>
        </div>
      ))}
      <details className="console-more" open={Boolean(form.error)}>
        <summary className="button button-small button-secondary">Approve hosts...</summary>
        <Form of={form}>
          <TextField
            {...form.field('games')}
            label="Hosts of games"
            hint="separated by commas"
            placeholder="games.example.com"
            autoCapitalize="none"
            spellCheck={false}
          />
          <TextField
            {...form.field('pictures')}
            label="Hosts of pictures"
            hint="separated by commas"
            placeholder="img.example.com"
            autoCapitalize="none"
            spellCheck={false}
          />
          <p className="quiet">Players’ browsers load games from these hosts. Approve only hosts that you trust.</p>
          <FormError error={form.error} />
          <div className="buttons">
            <Submit of={form} busy="Approving...">
              Approve
            </Submit>
          </div>
        </Form>
      </details>
    </section>
  )
}

function RemoveHost({ host, use }: { host: string; use: string }) {
  const form = useForm(removeHostRules, { intent: 'remove-host' })
  return (
    <Form of={form} className="host-removal">
      <input type="hidden" name="host" value={host} />
      <input type="hidden" name="use" value={use} />
      <button type="submit" disabled={form.isBusy} aria-label={`Remove ${host} from the hosts of ${use}`}>
        <X aria-hidden="true" />
      </button>
    </Form>
  )
}
