import { Button } from '../ui/button.tsx'
import { type Look, wornHref } from './shop-rules.ts'
import { useShop } from './use-shop.ts'

/** A button that starts or stops the use of an owned look. */
export function WearForm({ look, isWorn }: { look: Look; isWorn: boolean }) {
  const { isBusy, wear } = useShop()
  return (
    <form
      method="post"
      action={wornHref(look.id)}
      onSubmit={(event) => {
        event.preventDefault()
        wear(look, !isWorn)
      }}
    >
      <input type="hidden" name="worn" value={isWorn ? 'no' : 'yes'} />
      <Button
        type="submit"
        look={isWorn ? 'quiet' : 'outline'}
        disabled={isBusy}
        aria-label={`${isWorn ? 'Stop using' : 'Use'}: ${look.name}`}
      >
        {isWorn ? 'Stop using' : 'Use'}
      </Button>
    </form>
  )
}
