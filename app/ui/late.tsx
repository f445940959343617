import { type ComponentType, lazy, useEffect, useState } from 'react'
import { showToast } from './toast.tsx'

/**
 * A part of a page that is loaded when it is shown for the first time, within a `<Suspense>`. Where it does not come, since the connection or
 * the portal is gone or was renewed meanwhile, the page stays as it is and says so, unless `quiet`: the part shows nothing,
 * is closed (`onClose`), and tried again when it is shown anew.
 */
export function late<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  { quiet = false } = {},
): ComponentType<Props> {
  let part = attempt()
  function attempt() {
    return lazy(() =>
      load().catch(() => {
        part = attempt()
        if (!quiet) showToast(NOT_COME)
        return { default: Nothing as ComponentType<Props> }
      }),
    )
  }
  return function Late(props: Props) {
    const [Part] = useState(() => part)
    return <Part {...props} />
  }
}

const NOT_COME = {
  title: 'This did not come',
  tone: 'error' as const,
  action: { label: 'Load anew', onClick: () => location.reload() },
}

function Nothing({ onClose }: { onClose?: () => void }) {
  useEffect(() => onClose?.(), [onClose])
  return null
}
