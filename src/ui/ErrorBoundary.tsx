import { Component, type ReactNode } from 'react'

interface ErrorBoundaryProps {
  /** A new value renders the children again. */
  resetKey: string
  fallback: (error: unknown) => ReactNode
  children: ReactNode
}

interface State {
  failure: { error: unknown; resetKey: string } | null
}

/** Confines a render error to one page. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { failure: null }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failure: { error, resetKey: '' } }
  }

  static getDerivedStateFromProps({ resetKey }: ErrorBoundaryProps, { failure }: State): Partial<State> | null {
    if (!failure) return null
    if (failure.resetKey === '') return { failure: { ...failure, resetKey } }
    return failure.resetKey === resetKey ? null : { failure: null }
  }

  override render() {
    const { failure } = this.state
    return failure ? this.props.fallback(failure.error) : this.props.children
  }
}
