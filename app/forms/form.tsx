import {
  type ComponentProps,
  type FormEvent,
  type InputEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useActionData, useFetcher, useLocation } from 'react-router'
import type { z } from 'zod/mini'
import { Button } from '../ui/button.tsx'
import { focusIfLost } from '../ui/floating/focus-if-lost.ts'
import { showToast } from '../ui/floating/toast.tsx'
import { NO_CONNECTION } from './failures.ts'
import { useAnswer } from './use-answer.ts'
import { type FormErrors, readForm, type Refusal } from './read-form.ts'
import { useFocusIfRemoved } from './use-focus-if-removed.ts'

type Action = (...given: never[]) => unknown
type AnswerOf<Sent extends Action> = NonNullable<ReturnType<typeof useFetcher<Sent>>['data']>
/** The field names of a refusal, or of all refusals if the action handles several forms. */
type NameOf<Answer> = Answer extends Refusal<infer Name> ? Name : never
/** An accepted form's data: every key of any response of the action, each optional. */
type Done<Answer, Taken = Exclude<Answer, Refusal>> = {
  [Key in Taken extends unknown ? keyof Taken : never]?: Taken extends Record<Key, infer Value> ? Value : never
}

type Options = {
  /** Path and query to which the form is posted, if they are not those of the page. */
  action?: string
  /** Value of the field `intent`, if the action handles several forms. */
  intent?: string
  /** Called after acceptance, once the page's data is reloaded. */
  onDone?: (isReset: boolean) => void
}

/** The result of `useForm`. `Answer` is the action's response; a refusal in it names the fields. */
type FormState<Answer, Accepted = Done<Answer>> = {
  id: string
  isBusy: boolean
  /** All errors, in a new object for each response. */
  errors: FormErrors
  /** The error of the whole form. */
  error: string | undefined
  /** Data of the accepted form, or the response to the refused one with anything that the action added to it. */
  done: Accepted | undefined
  refusal: Refusal | null
  /** Returns the props of a text field. `initial` is its initial value. */
  field: (name: NameOf<Answer>, initial?: string) => FieldProps & { defaultValue: string | undefined }
  /** Returns the props of a checkbox. `isTicked` is its initial state. */
  box: (name: NameOf<Answer>, isTicked?: boolean) => FieldProps & { defaultChecked: boolean }
  /** Props of `Form`. */
  frame: Omit<Options, 'onDone'> & {
    id: string
    ref: RefObject<HTMLFormElement | null>
    onSubmit: (event: FormEvent<HTMLFormElement>) => void
    onInput: (event: FormEvent<HTMLFormElement>) => void
    Element: ReturnType<typeof useFetcher>['Form']
  }
}

/** The state of a form with these rules, as a prop of components. */
export type FormOf<Rules extends z.ZodMiniObject> = FormState<Refusal<keyof Rules['shape'] & string>, unknown>

type FieldProps = { name: string; error: string | undefined }

/**
 * Returns the state of a form. The form checks `rules` in the browser (null for a form without fields), is sent by a
 * fetcher, and works as a plain POST without JavaScript.
 *
 *     const form = useForm<typeof action>(rules)
 *     <Form of={form}>
 *       <TextField {...form.field('email')} label="Email" />
 *       <FormError error={form.error} />
 *       <Submit of={form}>Save</Submit>
 *     </Form>
 *
 * The action reads the form by the same rules, which also name hidden fields (`readForm`), and returns `refuse(…)` or
 * `formDone(…)`. Its route exports `clientAction`, which returns `sendForm(serverAction)`. Without it, there are no
 * toasts, and a lost connection replaces the page. Forms that share an action each have an `intent`.
 * `typeof action` types the fields and `done`. A form outside its page's file omits it, to avoid a circular import.
 *
 * A refusal shows errors until their field is edited, does not clear the form, and focuses the first invalid field.
 * After acceptance, `done` is the action's data, and the form is reset unless something was typed during sending.
 */
export function useForm<Shape extends z.core.$ZodShape = Record<never, never>>(
  rules: z.ZodMiniObject<Shape> | null,
  options?: Options,
): FormState<Refusal<keyof Shape & string>, unknown>
export function useForm<Sent extends Action>(
  rules: z.ZodMiniObject | null,
  options?: Options,
): FormState<AnswerOf<Sent>>
export function useForm<Sent extends Action>(
  rules: z.ZodMiniObject | null,
  { action, intent, onDone }: Options = {},
): FormState<AnswerOf<Sent>> {
  type Answer = AnswerOf<Sent>
  const id = useId()
  const element = useRef<HTMLFormElement>(null)
  const sentText = useRef('')
  const fetcher = useFetcher<Sent>()
  const [found, setFound] = useState<FormErrors | null>(null)
  /** Fields that were edited after their error was shown. */
  const [edited, setEdited] = useState<string[]>([])
  const { pathname } = useLocation()
  const onPage = useActionData() as Answer | undefined
  const isForPage = action === undefined || action.split('?')[0] === pathname
  const isMine = intent === undefined || !isRefusal(onPage) || onPage.given.intent === intent
  const answered = isForPage && isMine ? onPage : undefined

  const sent = useAnswer(fetcher)
  const answer = (sent ?? answered) as Answer | undefined
  const refusal = isRefusal(answer) ? answer : null
  const wrong = found ?? refusal?.errors ?? NO_ERRORS
  const errors = useMemo(
    () => Object.fromEntries(Object.entries(wrong).filter(([name]) => !edited.includes(name))) as FormErrors,
    [wrong, edited],
  )
  const given = isRefusal(answered) ? answered.given : null
  const isBusy = fetcher.state !== 'idle'
  /** Ignores the previous response, and a busy form: it may be inert, so its fields cannot take the focus. */
  const isAnswered = !isBusy && sent === fetcher.data

  useEffect(() => {
    if (found) focusFirstWrong(element.current)
  }, [found])
  useEffect(() => {
    if (!refusal || !isAnswered) return
    focusFirstWrong(element.current)
    focusIfLost(() => submitOf(id))
  }, [refusal, isAnswered, id])

  const finish = useEffectEvent(() => {
    const isReset = !element.current || textOf(element.current) === sentText.current
    if (isReset) element.current?.reset()
    onDone?.(isReset)
    focusIfLost(() => submitOf(id))
  })
  useEffect(() => {
    if (isAnswered && sent && !isRefusal(sent)) finish()
  }, [isAnswered, sent])
  useFocusIfRemoved(isBusy)

  function send(event: FormEvent<HTMLFormElement>) {
    let wrong = rules && readForm(rules, new FormData(event.currentTarget)).errors
    if (!wrong && !navigator.onLine) {
      // The action's route module may not be loaded yet. If it cannot be fetched, the router reloads the page.
      wrong = { form: NO_CONNECTION }
      showToast({ title: NO_CONNECTION, tone: 'error' })
    }
    if (wrong) event.preventDefault()
    setFound(wrong)
    setEdited([])
    sentText.current = textOf(event.currentTarget)
  }

  function changed(event: FormEvent<HTMLFormElement>) {
    const { name } = event.target as HTMLInputElement
    if (name in errors) setEdited([...edited, name])
  }

  return {
    id,
    isBusy,
    errors,
    error: isBusy ? undefined : errors.form,
    done: (answer && !refusal ? answer : undefined) as Done<Answer> | undefined,
    refusal,
    field: (name, initial) => ({ name, defaultValue: given?.[name] ?? initial, error: errors[name] }),
    box: (name, isTicked = false) => ({
      name,
      defaultChecked: given ? name in given : isTicked,
      error: errors[name],
    }),
    frame: { id, ref: element, action, intent, onSubmit: send, onInput: changed, Element: fetcher.Form },
  }
}

/** Returns what the user has typed and chosen. Hidden fields change when the page's data is reloaded. */
function textOf(form: HTMLFormElement): string {
  const hidden = Array.from(form.querySelectorAll<HTMLInputElement>('[type=hidden]'), ({ name }) => name)
  const fields = [...new FormData(form)].filter(([name]) => !hidden.includes(name))
  return JSON.stringify(fields.map(([name, value]) => [name, typeof value === 'string' ? value : '']))
}

const NO_ERRORS: FormErrors = {}

function submitOf(id: string): HTMLElement | undefined {
  const all = document.querySelectorAll<HTMLElement>(`[type="submit"][form="${id}"]`)
  return Array.from(all).find((one) => one.checkVisibility())
}

function isRefusal(answer: unknown): answer is Refusal {
  return Boolean((answer as Partial<Refusal> | undefined)?.errors)
}

function focusFirstWrong(form: HTMLFormElement | null): void {
  // A file input is hidden while the form shows its chosen file instead.
  const wrong = [...(form?.querySelectorAll<HTMLElement>('[aria-invalid="true"], [data-wrong]') ?? [])]
  wrong.find((field) => field.checkVisibility())?.focus()
}

/** Renders the form of a `useForm` around its fields. */
export function Form({
  of: { frame },
  className = 'form',
  children,
  onInput,
  ...more
}: {
  of: Pick<ReturnType<typeof useForm>, 'frame'>
  className?: string
  children: ReactNode
  /** Needed if the form has a file input. */
  encType?: 'multipart/form-data'
} & Pick<ComponentProps<'form'>, 'onInput' | 'inert'>) {
  const { Element, intent, ...form } = frame
  const typed = (event: InputEvent<HTMLFormElement>) => {
    form.onInput(event)
    onInput?.(event)
  }
  return (
    <Element {...form} {...more} onInput={typed} method="post" className={className} noValidate>
      {intent && <input type="hidden" name="intent" value={intent} />}
      {children}
    </Element>
  )
}

/** Renders the submit button, which may be outside the form. `busy` is its label while the form is being sent. */
export function Submit({
  of: { id, isBusy },
  busy,
  disabled,
  children,
  ...button
}: { of: { id: string; isBusy: boolean }; busy?: string } & ComponentProps<typeof Button>) {
  return (
    <Button type="submit" form={id} disabled={isBusy || disabled} {...button}>
      {isBusy && busy ? busy : children}
    </Button>
  )
}
