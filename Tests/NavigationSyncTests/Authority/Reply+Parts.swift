import NavigationModel
import NavigationSync
import NavigationWire

extension Reply.Result {
    var receipt: Receipt? { if case .receipt(let receipt) = self { receipt } else { nil } }
    var failure: Failure? { if case .failure(let failure) = self { failure } else { nil } }
    var heads: [Head]? { if case .heads(let reply) = self { reply.heads } else { nil } }
}
