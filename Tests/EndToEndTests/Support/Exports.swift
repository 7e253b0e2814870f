// Every test here starts processes and waits for what they print.
@_exported import RunningProcesses
