import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { CodeField } from './code-field.ts'

interface UseCodeFieldOptions {
  text: string
  attributes: Record<string, string>
  onChange: (text: string) => void
  onPicture: (file?: File) => void
}

/** Opens the editor in `box` once its code is here. When that cannot be had, `failed` asks for a plain field. */
export function useCodeField(options: UseCodeFieldOptions) {
  const box = useRef<HTMLDivElement>(null)
  const [code, setCode] = useState<CodeField>()
  const [failed, setFailed] = useState(false)
  /** Texts that the editor has reported and the form has not rendered yet, the oldest first. */
  const reported = useRef<string[]>([])
  /** The text that the editor was last given, or that the form has rendered of its own. */
  const shown = useRef(options.text)
  const change = useEffectEvent((now: string) => {
    reported.current.push(now)
    options.onChange(now)
  })
  const askPicture = useEffectEvent(options.onPicture)
  const open = useEffectEvent((openCodeField: typeof import('./code-field.ts').openCodeField, parent: HTMLElement) => {
    const { text, attributes } = options
    shown.current = text
    reported.current = []
    return openCodeField({
      parent,
      text,
      attributes,
      hint: 'Write here',
      onChange: (now) => change(now),
      onPicture: (file) => askPicture(file),
    })
  })

  useEffect(() => {
    let opened: CodeField | undefined
    let current = true
    import('./code-field.ts').then(
      ({ openCodeField }) => {
        if (!current || !box.current) return
        opened = open(openCodeField, box.current)
        setCode(opened)
      },
      () => current && setFailed(true),
    )
    return () => {
      current = false
      opened?.close()
      setCode(undefined)
    }
  }, [])
  const { text } = options
  useEffect(() => {
    if (!code || text === shown.current) return
    shown.current = text
    const position = reported.current.indexOf(text)
    if (position >= 0) return void reported.current.splice(0, position + 1)
    reported.current = []
    code.replace(text)
  }, [code, text])
  return { box, code, failed }
}
