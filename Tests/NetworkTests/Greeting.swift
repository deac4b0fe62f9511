import FakeableClients
import Foundation

/// What the services of these tests send and get.
struct Greeting: Codable, Equatable { let text: String }
struct Visitor: Codable, Equatable { let name: String }
struct Refused: Error, Equatable {}

/// An error of a network client, so that it can be compared.
enum Failure: Equatable {
  case status(Int, Data), decoding(Data), encoding, transport(URLError.Code), invalidURL(String)
  case notHTTP, cancelled, another(String)

  init(_ error: any Error) {
    switch error {
    case NetworkError.status(let status, let data, let response) where response.statusCode == status:
      self = .status(status, data)
    case NetworkError.decoding(_, let data): self = .decoding(data)
    case NetworkError.encoding: self = .encoding
    case NetworkError.transport(let error): self = .transport(error.code)
    case NetworkError.invalidURL(let text): self = .invalidURL(text)
    case NetworkError.notHTTP: self = .notHTTP
    case is CancellationError: self = .cancelled
    default: self = .another("\(error)")
    }
  }
}

/// What an act fails with; nil when it does not.
func failure<Value>(
  isolation: isolated (any Actor)? = #isolation, of act: () async throws -> Value
) async -> Failure? {
  do {
    _ = try await act()
    return nil
  } catch {
    return Failure(error)
  }
}
